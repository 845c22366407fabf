import { useId, useMemo, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '#components/button.tsx';
import { Modal } from '#components/modal.tsx';
import { toast } from '#components/toasts.tsx';
import { Verbatim, Words } from '#components/verbatim.tsx';
import type { Answers, FormContext } from '#domain/form/form.ts';
import { validateStep } from '#domain/form/validate.ts';
import { studentForm } from '#domain/student/form.ts';
import { answerDraft, deleteAllWithUndo, keepDraft, undoDeletion } from '#features/drafts/draft-actions.tsx';
import { saveFailureReason } from '#features/drafts/draft-database.ts';
import { useClock } from '#features/drafts/draft-notices.tsx';
import { nameOf } from '#features/drafts/draft-row.tsx';
import { selectDeleted } from '#features/drafts/drafts-slice.ts';
import { createDraft, openDraft } from '#features/drafts/open-draft.ts';
import { retryApplication, withdrawApplication } from '#features/submission/outbox/outbox.ts';
import { selectSentOf } from '#features/submission/outbox/outbox-slice.ts';
import { ReceiptView, receiptOfRecord } from '#features/submission/receipt-view.tsx';
import type { Receipt } from '#features/submission/sent-records.ts';
import type { SubmissionDispatch } from '#features/submission/submission-services.ts';
import { viewOpened } from '#platform/view-slice.ts';
import { KeptAgencyLine } from './agency-line.tsx';
import { DeskBox } from './desk.styles.ts';
import { arranged, bulkTargets, type DeskChoice } from './desk-order.ts';
import { DeskRows, type StudentActions } from './desk-rows.tsx';
import type { DeskStudent } from './desk-students.ts';
import { DeskTools } from './desk-tools.tsx';
import { SetIntake } from './set-intake.tsx';
import { SubmitAll } from './submit-all.tsx';
import { useDeskStudents } from './use-desk-students.ts';
import { useToCheck } from './use-to-check.ts';

const CLOCK_MS = 30_000;
const NOBODY: ReadonlySet<string> = new Set();
const EVERYBODY: DeskChoice = { text: '', filter: 'all', order: 'recent' };
const ELSEWHERE = 'This application is open in another tab, or this device no longer has it';

/** An agent's work on this device: every student with what is missing, what waits, was sent or failed, and what ends soon. */
export function Desk({ context }: { readonly context: FormContext }) {
  useClock();
  // In steps: what is shown is worked out anew when the clock says something else.
  const now = Math.floor(Date.now() / CLOCK_MS) * CLOCK_MS;
  const dispatch = useDispatch<SubmissionDispatch>();
  const listed = useDeskStudents();
  const [choice, setChoice] = useState(EVERYBODY);
  const [marked, setMarked] = useState(NOBODY);
  const [reviewed, setReviewed] = useState<readonly DeskStudent[]>();
  const [receipt, setReceipt] = useState<Receipt>();
  const title = useId();
  const students = useToCheck(listed, context, reviewed !== undefined);
  const shown = useMemo(() => arranged(students, choice, now), [students, choice, now]);
  // What is not in sight is not acted on, whatever was chosen before.
  const chosen = shown.filter(({ id }) => marked.has(id));
  const { own, complete } = bulkTargets(chosen);
  const actions = useMemo(() => actionsOf(dispatch, { setMarked, setReceipt }), [dispatch]);

  return (
    <DeskBox aria-labelledby={title}>
      <header>
        <h2 id={title} tabIndex={-1}>
          Your students
        </h2>
        <Button
          size="sm"
          onClick={() => void dispatch(createDraft('agent')).then((isOpen) => isOpen && actions.onForm())}
        >
          New student
        </Button>
      </header>
      <KeptAgencyLine />
      {students.length > 0 && <DeskTools {...{ students, choice, now }} onChange={setChoice} />}
      {students.length > 0 && (
        <div data-part="several">
          {shown.length > 1 && (
            <label data-part="choose">
              <input
                type="checkbox"
                checked={chosen.length === shown.length}
                onChange={({ currentTarget: { checked } }) =>
                  setMarked(checked ? new Set(shown.map(({ id }) => id)) : NOBODY)
                }
              />
              <span>{`Select all ${shown.length}`}</span>
            </label>
          )}
          <span role="status">
            {chosen.length > 0
              ? `${chosen.length} selected`
              : `${shown.length} ${shown.length === 1 ? 'student' : 'students'}`}
          </span>
          {own.length > 0 && (
            <>
              {context.lists?.intakes && (
                <SetIntake
                  count={own.length}
                  intakes={context.lists.intakes}
                  onSet={(intake) => void dispatch(setIntakeOfAll(own, intake, context))}
                />
              )}
              <Button size="sm" onClick={() => void dispatch(keepAll(own))}>
                {`Keep ${drafts(own)} another 24 hours`}
              </Button>
              <Button
                size="sm"
                variant="quietDanger"
                icon="trash"
                onClick={() => void dispatch(deleteAllWithUndo(idsOf(own)))}
              >
                {`Delete ${drafts(own)}`}
              </Button>
            </>
          )}
          {complete.length > 0 && (
            <Button size="sm" variant="success" onClick={() => setReviewed(complete)}>
              {`Review and submit ${complete.length}`}
            </Button>
          )}
        </div>
      )}
      {students.length > 0 && shown.length === 0 && <p data-part="nothing">No student found</p>}
      <DeskRows students={shown} chosen={marked} actions={actions} now={now} />
      <Deleted />
      {reviewed && (
        <SubmitAll
          students={reviewed}
          context={context}
          onEnd={() => setReviewed(undefined)}
          onEdit={(id) => actions.onOpen(id)}
        />
      )}
      <Modal title="Application receipt" open={receipt !== undefined} onClose={() => setReceipt(undefined)}>
        {receipt && <ReceiptView receipt={receipt} />}
      </Modal>
    </DeskBox>
  );
}

const idsOf = (students: readonly DeskStudent[]): readonly string[] => students.map(({ id }) => id);
const drafts = ({ length }: readonly DeskStudent[]): string =>
  `${length} ${length === 1 ? 'application' : 'applications'}`;

interface DeskSetters {
  readonly setMarked: (change: (before: ReadonlySet<string>) => ReadonlySet<string>) => void;
  readonly setReceipt: (receipt: Receipt | undefined) => void;
}

function actionsOf(dispatch: SubmissionDispatch, { setMarked, setReceipt }: DeskSetters) {
  const onForm = () => dispatch(viewOpened('agent-student-form'));
  const actions: StudentActions = {
    onChoose: (id, isChosen) =>
      setMarked((before) => new Set(isChosen ? [...before, id] : [...before].filter((other) => other !== id))),
    onOpen: (id) =>
      void dispatch(openDraft(id)).then((isThere) => {
        if (isThere) onForm();
        else if (isThere === false) toast.error(ELSEWHERE, { id: 'desk' });
      }),
    onReceipt(id) {
      const note = dispatch((_dispatch, getState) => selectSentOf(getState(), id));
      setReceipt(note && receiptOfRecord(note));
    },
    onRetry: (id) => void dispatch(retryApplication(id)),
    onWithdraw: (id) => void dispatch(withdrawApplication(id)),
  };
  return { ...actions, onForm };
}

/** 'Keep it another 24 hours' for each. */
const keepAll = (students: readonly DeskStudent[]) => (dispatch: SubmissionDispatch) =>
  forAll(students, (id) => dispatch(keepDraft(id)), {
    done: (count) => `We will keep ${count} another 24 hours.`,
    not: 'Not kept.',
  });

/** The same intake for each; the last step is completed where all of its answers are right then. */
const setIntakeOfAll =
  (students: readonly DeskStudent[], selectedIntake: string, context: FormContext) =>
  (dispatch: SubmissionDispatch) => {
    const last = studentForm.steps.at(-1)?.id ?? '';
    const completedBy = (answers: Answers): readonly number[] =>
      Object.keys(validateStep(studentForm, last, answers, context)).length === 0 ? [studentForm.steps.length] : [];
    return forAll(students, (id) => dispatch(answerDraft(id, { selectedIntake }, completedBy)), {
      done: (count) => `Intake set for ${count}.`,
      not: 'Intake not set.',
    });
  };

interface ForAllWords {
  readonly done: (applications: string) => string;
  readonly not: string;
}

/** Does the same with each; says with how many that was done, and with which not and why. */
async function forAll(
  students: readonly DeskStudent[],
  act: (id: string) => Promise<boolean>,
  { done, not }: ForAllWords,
): Promise<void> {
  const failed: string[] = [];
  for (const { id, name } of students) {
    const reason = await act(id).then((isDone) => (isDone ? undefined : ELSEWHERE), saveFailureReason);
    if (reason !== undefined) failed.push(`${name}: ${reason}`);
  }
  const count = students.length - failed.length;
  if (count > 0) toast(done(`${count} ${count === 1 ? 'application' : 'applications'}`), { id: 'done for all' });
  if (failed.length > 0) {
    const words = `${not} ${failed.join('. ')}`;
    toast.error(<Words verbatim={students.map(({ name }) => name)}>{words}</Words>, { id: 'not done for all' });
  }
}

/** What was deleted since the page was opened, and can be brought back until it is left. */
function Deleted() {
  const dispatch = useDispatch<SubmissionDispatch>();
  const deleted = Object.values(useSelector(selectDeleted)).filter(({ variant }) => variant === 'agent');
  if (deleted.length === 0) return null;
  return (
    <ul data-part="deleted">
      {deleted.map((draft) => (
        <li key={draft.id}>
          <span>
            <Verbatim>{nameOf(draft)}</Verbatim>: deleted from this device. You can undo this until you leave this page.
          </span>
          <Button size="sm" onClick={() => void dispatch(undoDeletion(draft.id))}>
            Undo deleting <Verbatim>{nameOf(draft)}</Verbatim>
          </Button>
        </li>
      ))}
    </ul>
  );
}
