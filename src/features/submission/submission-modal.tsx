import { useEffect, useRef } from 'react';
import { Button } from '#components/button.tsx';
import type { Elements } from '#components/elements.ts';
import { Modal } from '#components/modal.tsx';
import { Notice } from '#components/notice.tsx';
import { ProgressBar } from '#components/progress.tsx';
import { VisuallyHidden } from '#components/skeleton.tsx';
import { styled } from '#components/styled.ts';
import { Verbatim } from '#components/verbatim.tsx';
import { isHeld, type Submission } from '#domain/submission/submission.ts';
import { ReceiptView } from './receipt-view.tsx';
import { type FieldAccess, StageFailure } from './stage-failure.tsx';
import { announcement, errorOf, StageRows, SUCCESS } from './stage-list.tsx';
import type { SubmissionProgress } from './use-submission.tsx';

/** Below the rows. */
const Below = styled('div', {
  base: {
    display: 'grid',
    gap: '2',
    marginTop: '2',
    '& [data-part=issues]': { display: 'grid', gap: '0.5', marginTop: '1', paddingInlineStart: '2', listStyle: 'disc' },
    '& [data-part=uploads]': { display: 'grid', gap: '1', marginTop: '1' },
    '& [data-part=actions]': { display: 'flex', flexWrap: 'wrap', gap: '1' },
  },
});

/** A document that has not arrived yet; sizes in bytes. */
interface PendingDocument {
  readonly slot: string;
  readonly label: string;
  readonly name: string;
  readonly size: number;
  readonly uploadedBytes: number;
}

interface SubmissionModalProps extends FieldAccess {
  /** Of `useSubmission`. */
  readonly progress: SubmissionProgress;
  /** Documents that the submission waits for. */
  readonly pending: readonly PendingDocument[];
  /** The notice of where it stands in the outbox's line, while it does. */
  readonly line?: Elements;
  /** 'Close' after a success: the page clears draft and files and goes home. */
  readonly onDone: () => void;
}

/**
 * 'Submission progress' (R7.1): all stages in order from the moment of confirming, live; what is waited for;
 * what went wrong, with 'Close and Retry'; what the staff look into, with 'Close'; after the success the reference and
 * the receipt.
 *
 * One polite live region announces each change to a screen reader. While the server is at work the modal cannot be
 * closed; the person can stop waiting for uploads.
 */
export function SubmissionModal({ progress, pending, line, onDone, labelOf, onFixField }: SubmissionModalProps) {
  const { status, shown, stages, submission, receipt, close, accepted, confirmedAgain } = progress;
  const error = status === 'error' ? errorOf(stages) : undefined;
  const done = status === 'processed';
  const held = heldWords(submission);
  const fixField = (field: string) => {
    close();
    onFixField(field);
  };
  return (
    <Modal
      open={shown}
      title="Submission progress"
      dismissable={done || status === 'error' || status === 'waiting'}
      onClose={done ? onDone : close}
      footer={<Foot {...{ status, held, onDone, close }} />}
    >
      {done && (
        <Notice kind="success" title={SUCCESS}>
          <p>Your application was submitted. You may close this page.</p>
          {confirmedAgain && <p>It has the answers that you confirmed first. Later changes are not part of it.</p>}
        </Notice>
      )}
      {accepted && (status === 'error' || confirmedAgain) && (
        <AcceptedNotice {...{ held }} goesOn={goesOn(submission)} />
      )}
      {confirmedAgain && !accepted && !done && (
        <Notice kind="info" title="Your application is already being sent">
          <p>It goes with the answers that you confirmed before. If it stops, you can submit it with your changes.</p>
        </Notice>
      )}
      <StageRows stages={stages} />
      <VisuallyHidden role="status" aria-live="polite">
        {announcement(stages, status === 'waiting')}
      </VisuallyHidden>
      <Below>
        {status === 'waiting' && <Waiting pending={pending} />}
        {error && !held && <StageFailure {...{ error, labelOf }} retryAt={submission?.retryAt} onFixField={fixField} />}
        {(status === 'waiting' || status === 'error') && line}
        {receipt && <ReceiptView receipt={receipt} />}
      </Below>
    </Modal>
  );
}

type FootProps = Pick<SubmissionProgress, 'status' | 'close'> & {
  readonly held: string | undefined;
  readonly onDone: () => void;
};

function Foot({ status, held, close, onDone }: FootProps) {
  switch (status) {
    case 'processed':
      return (
        <Button variant="primary" onClick={onDone}>
          Close
        </Button>
      );
    case 'error':
      return (
        <Button variant="primary" onClick={close}>
          {held ? 'Close' : 'Close and Retry'}
        </Button>
      );
    case 'waiting':
      return <Button onClick={close}>Back to Edit</Button>;
    default:
      return null;
  }
}

/** The documents that have not arrived, with the progress of each. */
function Waiting({ pending }: { readonly pending: readonly PendingDocument[] }) {
  if (pending.length === 0) return null;
  return (
    <Notice kind="info" title="Waiting for your documents to be uploaded">
      <p>Your application is sent as soon as they have arrived.</p>
      <ul data-part="uploads">
        {pending.map(({ slot, label, name, size, uploadedBytes }) => (
          <li key={slot}>
            <span>{`${label}: `}</span>
            <Verbatim>{name}</Verbatim>
            <ProgressBar size="sm" label={`Uploading ${name}`} value={uploadedBytes} max={size} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Whether the server goes on delivering by itself. */
export const goesOn = (submission: Submission | undefined): boolean =>
  submission?.status === 'processing' || submission?.retryAt !== undefined;

/** What the applicant reads of a submission that the staff look into; undefined of any other. */
export const heldWords = (submission: Submission | undefined): string | undefined =>
  submission && isHeld(submission) ? errorOf(submission.stages)?.message : undefined;

const DELIVERING = 'The rest is being delivered, and we tell you when all of it has arrived.';
const STOPPED =
  'Something after that has not been delivered yet. Submit once more to repeat it; nothing is sent twice.';

interface AcceptedNoticeProps {
  /** `heldWords`. */
  readonly held?: string | undefined;
  /** The server is delivering the rest by itself. */
  readonly goesOn: boolean;
  /** Where this stands beside the form: shows the progress again. */
  readonly onShow?: () => void;
}

/**
 * The records have the application, or may have it, but a stage has not succeeded yet: its answers can no longer be changed. Beside
 * the form the notice takes the focus, since it explains why the fields are locked.
 */
export function AcceptedNotice({ held, goesOn, onShow }: AcceptedNoticeProps) {
  const place = useRef<HTMLDivElement>(null);
  const isBesideForm = onShow !== undefined;
  useEffect(() => {
    if (isBesideForm) place.current?.focus();
  }, [isBesideForm]);
  const actions = onShow && (
    <Button size="sm" onClick={onShow}>
      Show progress
    </Button>
  );
  return (
    <div ref={place} tabIndex={isBesideForm ? -1 : undefined}>
      <Notice kind="info" title="Your application is in" actions={actions}>
        <p>We have it with the answers that you confirmed. They can no longer be changed here.</p>
        <p>{held ?? (goesOn ? DELIVERING : STOPPED)}</p>
      </Notice>
    </div>
  );
}
