import { useEffect, useRef } from 'react';
import { useSelector } from 'react-redux';
import { Button } from '#components/button.tsx';
import { useCollege } from '#components/college.ts';
import type { Elements } from '#components/elements.ts';
import { Modal } from '#components/modal.tsx';
import { Notice } from '#components/notice.tsx';
import { ProgressBar } from '#components/progress.tsx';
import { VisuallyHidden } from '#components/skeleton.tsx';
import { styled } from '#components/styled.ts';
import { Verbatim } from '#components/verbatim.tsx';
import { isHeld, type Submission } from '#domain/submission/submission.ts';
import { selectSentOf, type WithOutbox } from './outbox/outbox-slice.ts';
import { formatMoment } from './outbox/outbox-view.tsx';
import { NO_OFFER, nextSteps } from './receipt-html.ts';
import { ReceiptView, saveReceipt } from './receipt-view.tsx';
import { receiptExpiry } from './sent-records.ts';
import { type FieldAccess, StageFailure, TechnicalDetails } from './stage-failure.tsx';
import { announcement, errorOf, StageRows, SUCCESS } from './stage-list.tsx';
import type { SubmissionProgress } from './use-submission.tsx';

const Below = styled('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '2',
    marginTop: '2',
    '& [data-part=issues]': { display: 'grid', gap: '0.5', marginTop: '1', paddingInlineStart: '2', listStyle: 'disc' },
    '& [data-part=uploads]': { display: 'grid', gap: '1', marginTop: '1' },
    '& [data-part=actions]': { display: 'flex', flexWrap: 'wrap', gap: '1' },
  },
});

/** A document that is not uploaded yet; sizes in bytes. */
interface PendingDocument {
  readonly slot: string;
  readonly label: string;
  readonly name: string;
  readonly size: number;
  readonly uploadedBytes: number;
}

interface SubmissionModalProps extends FieldAccess {
  readonly progress: SubmissionProgress;
  /** Documents that the submission waits for. */
  readonly pending: readonly PendingDocument[];
  /** The outbox's notice, while the application is queued. */
  readonly notice?: Elements;
  /** 'Close' after a success: deletes the draft and its files, and opens the home page. */
  readonly onDone: () => void;
}

/**
 * 'Submission progress' (R7.1): the stages, the pending uploads, an error with 'Close and Retry', a held submission with
 * 'Close', and after the success the receipt. A live region announces each change to screen readers. The modal cannot be
 * closed while the server processes the application; the applicant can cancel waiting for uploads.
 */
export function SubmissionModal({ progress, pending, notice, onDone, labelOf, onFixField }: SubmissionModalProps) {
  const { status, shown, stages, submission, receipt, close, accepted, confirmedAgain } = progress;
  const kept = useSelector((state: WithOutbox) => selectSentOf(state, receipt?.id));
  const error = status === 'error' ? errorOf(stages) : undefined;
  const done = status === 'processed';
  const held = heldMessage(submission);
  // The outbox retries automatically: one sentence says so, and nothing is red.
  const isQueued = error !== undefined && Boolean(notice);
  const fixField = (field: string) => {
    close();
    onFixField(field);
  };
  return (
    <Modal
      open={shown}
      title={done ? SUCCESS : 'Submission progress'}
      dismissable={done || status === 'error' || status === 'waiting'}
      onClose={done ? onDone : close}
      footer={<Foot {...{ status, held, receipt, onDone, close }} />}
    >
      {done && (
        <Success reference={receipt?.reference} keptUntil={kept && receiptExpiry(kept)}>
          {confirmedAgain && <p>We received your first answers. We did not receive your later changes.</p>}
        </Success>
      )}
      {accepted && (status === 'error' || confirmedAgain) && (
        <AcceptedNotice {...{ held }} isDelivering={isDelivering(submission)} />
      )}
      {confirmedAgain && !accepted && !done && (
        <Notice kind="info" title="Your application is already being sent">
          <p>We are sending your first answers. If this stops, you can submit your changes.</p>
        </Notice>
      )}
      {!done && <StageRows stages={stages} isQueued={isQueued} />}
      <VisuallyHidden role="status" aria-live="polite">
        {announcement(stages, status === 'waiting', isQueued)}
      </VisuallyHidden>
      <Below>
        {status === 'waiting' && <Waiting pending={pending} />}
        {error && !held && !isQueued && (
          <StageFailure
            {...{ error, labelOf }}
            isFromServer={submission !== undefined}
            retryAt={submission?.retryAt}
            onFixField={fixField}
          />
        )}
        {(status === 'waiting' || status === 'error') && notice}
        {isQueued && error?.detail && <p>{error.detail}</p>}
        {isQueued && error && <TechnicalDetails message={error.message} />}
        {receipt && <ReceiptView receipt={receipt} isSavedElsewhere />}
        {done && (
          <details open>
            <summary>Steps of the submission</summary>
            <StageRows stages={stages} />
          </details>
        )}
      </Below>
    </Modal>
  );
}

type FootProps = Pick<SubmissionProgress, 'status' | 'close' | 'receipt'> & {
  readonly held: string | undefined;
  readonly onDone: () => void;
};

function Foot({ status, held, receipt, close, onDone }: FootProps) {
  const college = useCollege();
  switch (status) {
    case 'processed':
      return (
        <>
          <Button onClick={onDone}>Close</Button>
          {receipt && (
            <Button variant="primary" icon="download" onClick={() => saveReceipt(receipt, college)}>
              Save receipt
            </Button>
          )}
        </>
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

const Submitted = styled('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '2',
    // Addresses and numbers have no spaces.
    overflowWrap: 'anywhere',
    '& [data-part=number]': { fontSize: 'lg', fontWeight: 'bold', lineHeight: 'snug' },
    '& h3': { fontSize: 'md' },
    '& ol': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr)',
      gap: '0.5',
      marginTop: '0.5',
      paddingInlineStart: '3',
      listStyle: 'decimal',
    },
    _print: { display: 'none' },
  },
});

interface SuccessProps {
  readonly reference: string | undefined;
  /** When this device deletes the receipt; undefined if it could not save it. */
  readonly keptUntil: number | undefined;
  readonly children: Elements;
}

/** The number first, that no e-mail follows, and what happens next. */
function Success({ reference, keptUntil, children }: SuccessProps) {
  const college = useCollege();
  return (
    <Submitted>
      <Notice kind="success">
        {reference && (
          <>
            <p>Application number</p>
            <p data-part="number" translate="no">
              {reference}
            </p>
            <p>{NO_OFFER}</p>
          </>
        )}
        <p>Your application was submitted. You may close this page.</p>
        {children}
      </Notice>
      <Notice kind="warning" title="We do not send an e-mail. Save this receipt now.">
        <p>
          {keptUntil === undefined
            ? 'This browser does not keep it.'
            : `This device deletes it on ${formatMoment(keptUntil)}.`}
        </p>
      </Notice>
      <section>
        <h3>What happens next</h3>
        <ol>
          {nextSteps(college).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ol>
      </section>
    </Submitted>
  );
}

function Waiting({ pending }: { readonly pending: readonly PendingDocument[] }) {
  if (pending.length === 0) return null;
  return (
    <Notice kind="info" title="Waiting for your documents to be uploaded">
      <p>We will send your application when all documents are here.</p>
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

/** Whether the server continues automatically. */
export const isDelivering = (submission: Submission | undefined): boolean =>
  submission?.status === 'processing' || submission?.retryAt !== undefined;

/** The message for a submission that waits for the staff; undefined for any other. */
export const heldMessage = (submission: Submission | undefined): string | undefined =>
  submission && isHeld(submission) ? errorOf(submission.stages)?.message : undefined;

const DELIVERING = 'We are sending the rest. You will see here when it is done.';
const STOPPED = 'One part did not arrive. Press Submit again. You will not apply twice.';

interface AcceptedNoticeProps {
  readonly held?: string | undefined;
  readonly isDelivering: boolean;
  /** Set beside the form: opens the progress again. */
  readonly onShow?: () => void;
}

/**
 * The records have the application, or may have it, but a later stage has not succeeded. Beside the form the notice takes
 * the focus, since it explains why the fields are locked.
 */
export function AcceptedNotice({ held, isDelivering, onShow }: AcceptedNoticeProps) {
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
        <p>We have your application. You cannot change it here now.</p>
        <p>{held ?? (isDelivering ? DELIVERING : STOPPED)}</p>
      </Notice>
    </div>
  );
}
