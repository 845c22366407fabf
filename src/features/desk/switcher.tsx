import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useDispatch, useStore } from 'react-redux';
import { VisuallyHidden } from '#components/skeleton.tsx';
import { toast } from '#components/toasts.tsx';
import { Words } from '#components/verbatim.tsx';
import { nameOf } from '#features/drafts/draft-row.tsx';
import { selectDrafts, selectOpenId } from '#features/drafts/drafts-slice.ts';
import { createDraft, openDraft } from '#features/drafts/open-draft.ts';
import { flushForms } from '#features/drafts/save-draft.ts';
import type { SubmissionDispatch, SubmissionRoot } from '#features/submission/submission-services.ts';
import { viewOpened } from '#platform/view-slice.ts';
import { type DeskStudent, neighbour } from './desk-students.ts';
import { StudentsDialog } from './students-dialog.tsx';
import { keyOf } from './switcher-keys.ts';
import { SwitcherTrigger } from './switcher-trigger.tsx';

const GONE = 'This device no longer has this application.';
const ALONE = 'There is no other student on this device.';

/** The open student's name: it opens the list of students, here or by key, and keys lead to the next and the previous one. */
export function Switcher({ name }: { readonly name: string }) {
  const store = useStore<SubmissionRoot>();
  const dispatch = useDispatch<SubmissionDispatch>();
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [arrival, setArrival] = useState<{ readonly words: string; readonly whose?: string }>();
  /** Several presses in one breath go on from the one before, which may still be read from the disk. */
  const heading = useRef<string>(undefined);

  /** The old form had the focus. Screen readers announce the new place. */
  useEffect(() => {
    if (arrival) trigger.current?.focus({ preventScroll: true });
  }, [arrival]);

  const go = async ({ id, name: whose }: Pick<DeskStudent, 'id' | 'name'>, place = '') => {
    heading.current = id;
    const isThere = await dispatch(openDraft(id));
    // Another one was asked for in the meantime.
    if (heading.current !== id) return;
    heading.current = undefined;
    if (isThere === undefined) return;
    if (!isThere) return void toast.error(GONE, { id: 'switcher' });
    setOpen(false);
    setArrival({ whose, words: `${whose} is open now${place}` });
  };
  /** Stores the text typed last first, because the list says what each student still misses. */
  const open = () => {
    flushForms();
    setOpen(true);
  };
  const turn = (by: -1 | 1) => {
    const state = store.getState();
    const next = neighbour(selectDrafts(state), heading.current ?? selectOpenId(state), by);
    if (next === undefined) toast(ALONE, { id: 'switcher' });
    else void go({ id: next.draft.id, name: nameOf(next.draft) }, `, student ${next.place} of ${next.count}`);
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    const wanted = keyOf(event);
    // A modal is a decision: its answer comes first.
    if (wanted === undefined || document.querySelector('dialog[open]') !== null) return;
    event.preventDefault();
    if (wanted === 'list') open();
    else turn(wanted === 'next' ? 1 : -1);
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);

  return (
    <>
      <SwitcherTrigger
        ref={trigger}
        name={name}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-keyshortcuts="F2"
        title="Your students (F2)"
        onClick={open}
      >
        <VisuallyHidden>(choose another student)</VisuallyHidden>
      </SwitcherTrigger>
      <VisuallyHidden role="status">
        {arrival && <Words verbatim={[arrival.whose]}>{arrival.words}</Words>}
      </VisuallyHidden>
      {isOpen &&
        createPortal(
          <StudentsDialog
            onClose={() => setOpen(false)}
            onChoose={(student) => void go(student)}
            onNew={() =>
              void dispatch(createDraft('agent')).then((isThere) => {
                if (!isThere) return;
                setOpen(false);
                setArrival({ words: 'A new application is open' });
              })
            }
            onDesk={() => dispatch(viewOpened('agent'))}
          />,
          document.body,
        )}
    </>
  );
}
