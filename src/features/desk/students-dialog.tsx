import { Fragment, type KeyboardEvent, useId, useMemo, useState } from 'react';
import { useStore } from 'react-redux';
import { Button } from '#components/button.tsx';
import { fieldStyles } from '#components/field/field.styles.ts';
import { Icon } from '#components/icon.tsx';
import { Modal } from '#components/modal.tsx';
import { OptionList, type OptionProps, optionId, searchBoxStyles } from '#components/option-list.tsx';
import { styled } from '#components/styled.ts';
import { toast } from '#components/toasts.tsx';
import { Verbatim, Words } from '#components/verbatim.tsx';
import { moveActive } from '#features/agents/move-active.ts';
import { moment } from '#features/drafts/draft-row.tsx';
import { selectOpenId } from '#features/drafts/drafts-slice.ts';
import { LOCK_KEYS } from '#features/shared-computer/lock-request.ts';
import { useVault } from '#features/shared-computer/use-vault.ts';
import { selectSentOf } from '#features/submission/outbox/outbox-slice.ts';
import { ReceiptView, receiptOfRecord } from '#features/submission/receipt-view.tsx';
import type { Receipt } from '#features/submission/sent-records.ts';
import type { SubmissionRoot } from '#features/submission/submission-services.ts';
import { type DeskStudent, searchStudents } from './desk-students.ts';
import { KEYS } from './switcher-keys.ts';
import { studentsNow } from './use-desk-students.ts';

const Box = styled('div', {
  base: {
    ...fieldStyles,
    display: 'grid',
    gap: '1.5',
    // The head of the dialog lies over what is above.
    paddingTop: '0.5',
    '& > [data-part=search]': searchBoxStyles,
    '& > [data-part=count]': {
      display: 'flex',
      flexWrap: 'wrap',
      justifyContent: 'space-between',
      columnGap: '3',
      rowGap: '0.5',
      fontSize: 'sm',
      color: 'inkSoft',
      fontVariantNumeric: 'tabular-nums',
    },
    // Whoever has no keyboard needs no keys.
    '& [data-part=keys]': { display: { base: 'none', md: 'flex' }, flexWrap: 'wrap', columnGap: '2' },
    '& kbd': {
      fontFamily: 'mono',
      px: '0.5',
      borderWidth: '1px',
      borderColor: 'lineStrong',
      borderRadius: 'corner',
      color: 'ink',
    },
  },
});

/** Below this the dialog is a sheet, and a keyboard that rises with it would leave no room for the list. */
const PHONE = '(max-width: 47.99rem)';
const LOCKS = { keys: LOCK_KEYS, words: 'lock your applications' } as const;
const STILL_THERE = 'We are processing this application. You will see its receipt here later.';

interface StudentsDialogProps {
  readonly onClose: () => void;
  readonly onChoose: (student: DeskStudent) => void;
  readonly onNew: () => void;
  /** Leads to the page with all of the work. */
  readonly onDesk: () => void;
}

/** The students on this device: search, arrows and Enter, or a press. The one that was changed last stands first. */
export function StudentsDialog({ onClose, onChoose, onNew, onDesk }: StudentsDialogProps) {
  const store = useStore<SubmissionRoot>();
  // As they are when it opens: a switch changes the list several times while it is about to close.
  const [{ students, openId }] = useState(() => ({
    students: studentsNow(store.getState()),
    openId: selectOpenId(store.getState()),
  }));
  const isShared = useVault() === 'open';
  const listId = useId();
  const [isPhone] = useState(() => window.matchMedia(PHONE).matches);
  const [text, setText] = useState('');
  const [wanted, setActive] = useState(0);
  const [receipt, setReceipt] = useState<Receipt>();
  const found = useMemo(() => searchStudents(students, text), [students, text]);
  const active = Math.min(wanted, found.length - 1);

  const choose = (student: DeskStudent | undefined) => {
    if (student === undefined) return;
    if (student.canOpen) return onChoose(student);
    const note = selectSentOf(store.getState(), student.id);
    const proof = note && receiptOfRecord(note);
    if (proof) setReceipt(proof);
    else toast(STILL_THERE, { id: 'switcher' });
  };
  const steer = (event: KeyboardEvent) => {
    const next = moveActive(event, active, found.length);
    if (next !== undefined) setActive(next);
    else if (event.key === 'Enter') choose(found[active]);
    else return;
    event.preventDefault();
  };
  return (
    <Modal
      open
      title="Your students"
      onClose={onClose}
      closeOnBackdrop
      footer={
        <>
          <Button onClick={onDesk}>All students and their work</Button>
          <Button variant="primary" onClick={onNew}>
            New student
          </Button>
        </>
      }
    >
      <Box>
        <div data-part="search">
          <Icon name="search" />
          <input
            type="text"
            role="combobox"
            aria-label="Search students"
            aria-autocomplete="list"
            aria-expanded={found.length > 0}
            aria-haspopup="listbox"
            aria-controls={listId}
            aria-activedescendant={active < 0 ? undefined : optionId(listId, active)}
            placeholder="Name, passport number or reference"
            autoComplete="off"
            spellCheck={false}
            {...(!isPhone && { 'data-first-focus': '' })}
            // Not as a transition: Enter must never open what an earlier text has found.
            onInput={({ currentTarget: { value } }) => {
              setText(value);
              setActive(0);
            }}
            onKeyDown={steer}
          />
        </div>
        <OptionList
          id={listId}
          label="Students"
          options={found}
          active={active}
          isChosen={({ id }) => id === openId}
          onChoose={choose}
          Row={StudentRow}
        >
          {found.length === 0 && <p>No student has this name, passport number or reference</p>}
        </OptionList>
        <div data-part="count">
          <p role="status">{`${found.length} of ${students.length} students`}</p>
          <p data-part="keys">
            {(isShared ? [...KEYS, LOCKS] : KEYS).map(({ keys, words }) => (
              <span key={words}>
                {keys.map((key, index) => (
                  <Fragment key={key}>
                    {index > 0 && <span>+</span>}
                    <kbd translate="no">{key}</kbd>
                  </Fragment>
                ))}
                <span>{` ${words}`}</span>
              </span>
            ))}
          </p>
        </div>
      </Box>
      <Modal title="Application receipt" open={receipt !== undefined} onClose={() => setReceipt(undefined)}>
        {receipt && <ReceiptView receipt={receipt} />}
      </Modal>
    </Modal>
  );
}

const StudentRow = ({ option: { name, state, words, reference, canOpen, at }, isChosen }: OptionProps<DeskStudent>) => (
  <>
    <p data-part="name">
      <Verbatim>{name}</Verbatim>
      {isChosen && <span> (open now)</span>}
    </p>
    <p data-state={state}>
      <Words verbatim={[reference]}>{words}</Words>
    </p>
    <p>{`${canOpen ? 'Changed' : 'Sent'} ${moment(at)}`}</p>
  </>
);
