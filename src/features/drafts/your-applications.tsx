import { createSelector } from '@reduxjs/toolkit';
import { useId } from 'react';
import { useSelector } from 'react-redux';
import { Button } from '#components/button.tsx';
import type { Elements } from '#components/elements.ts';
import { useKeptFocus } from '#components/kept-focus.ts';
import { styled } from '#components/styled.ts';
import { Verbatim } from '#components/verbatim.tsx';
import { type DraftActions, DraftRow, nameOf } from './draft-row.tsx';
import type { DraftSummary } from './draft-summary.ts';
import { isInList } from './draft-summary.ts';
import { selectDeleted, selectDrafts, selectHandovers, selectOpenId } from './drafts-slice.ts';

const Region = styled('section', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '2',
    '& h2': { fontSize: 'lg' },
    '& > header': {
      display: 'flex',
      flexWrap: 'wrap',
      justifyContent: 'space-between',
      alignItems: 'center',
      gap: '1',
    },
    '& > ul': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '1' },
    '& li': {
      display: 'flex',
      flexWrap: 'wrap',
      justifyContent: 'space-between',
      alignItems: 'center',
      gap: '1',
      px: '2',
      py: '1',
      bg: 'surface',
      borderWidth: '1px',
      borderColor: 'line',
      borderRadius: 'corner',
      '&[aria-current]': { borderColor: 'accent' },
      '&[aria-current] strong::after': { content: '" (open now)"', fontWeight: 'normal', color: 'accent' },
    },
    // Rows outside the screen are not laid out. The group has it as well: on each row alone it cost a check per row and
    // frame.
    '& [data-long]': { contentVisibility: 'auto', containIntrinsicSize: 'auto 100rem' },
    '& [data-long] li': { contentVisibility: 'auto', containIntrinsicSize: 'auto 6rem' },
    '& li[data-part=deleted]': { bg: 'transparent', borderStyle: 'dashed', fontSize: 'sm', color: 'inkSoft' },
    '& li[data-part=deleted] > span': { flex: '1 1 12rem', minWidth: '0', overflowWrap: 'anywhere' },
    '& [data-part=about]': { flex: '1 1 16rem', minWidth: '0', overflowWrap: 'anywhere' },
    '& [data-part=where]': { fontSize: 'sm', color: 'inkSoft' },
    '& small': { display: 'block', fontSize: 'sm', color: 'inkSoft' },
    '& small[data-part=handover]': { color: 'ink', fontWeight: 'medium' },
    '& small[data-part=warning]': { color: 'warning', fontWeight: 'medium' },
    '& [data-part=whose]': { srOnly: true },
    '& [data-part=actions]': { display: 'flex', flexWrap: 'wrap', gap: '1' },
    '& [data-part=more]': {
      display: 'grid',
      justifyItems: 'start',
      gap: '1',
      width: '100%',
      paddingTop: '1',
      borderTopWidth: '1px',
      borderColor: 'line',
    },
    '& form': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '1', width: '100%' },
    '& form > label': { width: '100%', fontSize: 'sm' },
    '& form > input': {
      flex: '1 1 12rem',
      minWidth: '0',
      minHeight: 'control',
      px: '1.5',
      fontSize: 'md',
      color: 'ink',
      bg: 'paper',
      borderWidth: '1px',
      borderColor: 'lineStrong',
      borderRadius: 'corner',
    },
    _print: { display: 'none' },
  },
});

/** Rows from which on only those in sight are laid out. */
const LONG = 30;

interface YourApplicationsProps {
  readonly actions: DraftActions;
  /** Draft id → until when one that was confirmed and waits to be sent is kept, in words. */
  readonly waiting?: Readonly<Record<string, string>>;
  /** Beside the buttons of the open one. */
  readonly besideOpen?: Elements;
}

const NONE: Readonly<Record<string, string>> = {};

/** The drafts on this device, the open one marked (R16.12). The newest comes first; none moves while somebody fills. */
export function YourApplications({ actions, waiting = NONE, besideOpen }: YourApplicationsProps) {
  const drafts = useSelector(selectDrafts);
  const deleted = Object.values(useSelector(selectDeleted));
  const openId = useSelector(selectOpenId);
  const handovers = useSelector(selectHandovers);
  const twins = useSelector(selectSamePassport);
  const title = useId();
  const focus = useKeptFocus<HTMLElement>((region) => region.querySelector('h2'));
  const listed = Object.values(drafts)
    .filter(isInList)
    .sort((one, other) => other.createdAt - one.createdAt);
  return (
    <Region aria-labelledby={title} {...focus}>
      <header>
        <h2 id={title} tabIndex={-1}>
          Your applications
        </h2>
        <Button size="sm" onClick={actions.onNew}>
          New application
        </Button>
      </header>
      <p data-part="where">Saved only on this device, in this browser. Do not use a private window.</p>
      <ul data-long={listed.length > LONG || undefined}>
        {listed.map((draft) => (
          <DraftRow
            key={draft.id}
            draft={draft}
            open={draft.id === openId}
            twin={twins[draft.id]}
            waitsUntil={waiting[draft.id]}
            handover={handovers[draft.id]}
            beside={draft.id === openId && besideOpen}
            actions={actions}
          />
        ))}
        {deleted.map((draft) => (
          <li key={draft.id} data-part="deleted">
            <span>
              <Verbatim>{nameOf(draft)}</Verbatim>: deleted from this device. You can undo this until you leave this
              page.
            </span>
            <Button size="sm" onClick={() => actions.onUndo(draft)}>
              Undo
              <span data-part="whose">
                {' '}
                deleting <Verbatim>{nameOf(draft)}</Verbatim>
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </Region>
  );
}

/** However it was typed. */
const normalised = (passport: string): string => passport.replaceAll(/[\s-]/g, '').toUpperCase();

/** Draft id → the name of another draft with the same passport number: one student twice, or a slip of the hand. */
const selectSamePassport = createSelector([selectDrafts], (drafts): Readonly<Record<string, string>> => {
  const byNumber = new Map<string, readonly DraftSummary[]>();
  for (const draft of Object.values(drafts)) {
    const number = normalised(draft.passportNumber);
    if (number !== '') byNumber.set(number, [...(byNumber.get(number) ?? []), draft]);
  }
  const twins: Record<string, string> = {};
  for (const [first, second, ...others] of byNumber.values()) {
    if (first === undefined || second === undefined) continue;
    twins[first.id] = nameOf(second);
    for (const { id } of [second, ...others]) twins[id] = nameOf(first);
  }
  return twins;
});
