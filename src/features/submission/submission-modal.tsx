import type { ReactNode } from 'react';
import { Button } from '#components/button.tsx';
import { Modal } from '#components/modal.tsx';
import { Notice } from '#components/notice.tsx';
import { ProgressBar } from '#components/progress-bar.tsx';
import { VisuallyHidden } from '#components/visually-hidden.tsx';
import { AcceptedNotice, goesOn } from './accepted-notice.tsx';
import { ReceiptView } from './receipt-view.tsx';
import { StageFailure } from './stage-failure.tsx';
import { StageRows } from './stage-rows.tsx';
import { announcement, errorOf, SUCCESS } from './stage-words.ts';
import { Below } from './submission.styles.ts';
import type { SubmissionProgress } from './use-submission.ts';
import type { FieldAccess } from './validation-errors-modal.tsx';

/** A document that has not arrived yet; sizes in bytes. */
export interface PendingDocument {
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
  /** Where it stands in the line of what is to be sent, while it stands in one. */
  readonly line?: ReactNode;
  /** 'Close' after a success: the page clears draft and files and goes home. */
  readonly onDone: () => void;
}

/**
 * 'Submission progress' (spec §2, §4): all stages in order from the moment of confirming, live; what is waited for;
 * what went wrong, with 'Close and Retry'; after the success the reference and the receipt.
 *
 * One polite live region tells a screen reader each change, the end once. While the server is at work there is nothing
 * to close; waiting for uploads can be given up.
 */
export function SubmissionModal({ progress, pending, line, onDone, labelOf, onFixField }: SubmissionModalProps) {
  const { status, shown, stages, submission, receipt, close, accepted, confirmedAgain } = progress;
  const error = status === 'error' ? errorOf(stages) : undefined;
  const done = status === 'processed';
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
      footer={<Foot {...{ status, onDone, close }} />}
    >
      {done && (
        <Notice kind="success" title={SUCCESS}>
          <p>Your application was submitted. You may close this page.</p>
          {confirmedAgain && <p>It has the answers that you confirmed first. Later changes are not part of it.</p>}
        </Notice>
      )}
      {accepted && (status === 'error' || confirmedAgain) && <AcceptedNotice goesOn={goesOn(submission)} />}
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
        {error && <StageFailure {...{ error, labelOf }} retryAt={submission?.retryAt} onFixField={fixField} />}
        {(status === 'waiting' || status === 'error') && line}
        {receipt && <ReceiptView receipt={receipt} />}
      </Below>
    </Modal>
  );
}

type FootProps = Pick<SubmissionProgress, 'status' | 'close'> & { readonly onDone: () => void };

function Foot({ status, close, onDone }: FootProps) {
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
          Close and Retry
        </Button>
      );
    case 'waiting':
      return <Button onClick={close}>Back to Edit</Button>;
    default:
      return null;
  }
}

/** Names what has not arrived, with how far each is. */
function Waiting({ pending }: { readonly pending: readonly PendingDocument[] }) {
  if (pending.length === 0) return null;
  return (
    <Notice kind="info" title="Waiting for your documents to be uploaded">
      <p>Your application is sent as soon as they have arrived.</p>
      <ul data-part="uploads">
        {pending.map(({ slot, label, name, size, uploadedBytes }) => (
          <li key={slot}>
            {label}: {name}
            <ProgressBar size="sm" label={`Uploading ${name}`} value={uploadedBytes} max={size} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}
