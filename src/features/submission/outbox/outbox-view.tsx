import { useEffect, useId, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '#components/button.tsx';
import { useCollege } from '#components/college.ts';
import type { Elements } from '#components/elements.ts';
import { Notice } from '#components/notice.tsx';
import { styled } from '#components/styled.ts';
import { HiddenName, Verbatim, Words } from '#components/verbatim.tsx';
import { LANGUAGE } from '#domain/institute.ts';
import type { Submission } from '#domain/submission/submission.ts';
import { isHeld, lostSlots } from '#domain/submission/submission.ts';
import { dismissUnsent, listUnsent, type UnsentNote } from '../sent-records.ts';
import { errorOf, QUEUED } from '../stage-list.tsx';
import { useFollowedSubmission } from '../submission-api.ts';
import type { SubmissionDispatch } from '../submission-services.ts';
import { retryApplication, withdrawApplication } from './outbox.ts';
import {
  type OutboxPosition,
  type OutboxSummary,
  outboxPosition,
  type ProcessingApplication,
  selectOutbox,
} from './outbox-slice.ts';
import { entryExpiry } from './outbox-storage.ts';

export function outboxStateText({ entry, sending }: OutboxPosition): string {
  if (entry.failure) return `Not sent: ${entry.failure.message}`;
  return sending ? 'We are sending it now' : 'Not sent yet. We will send it soon.';
}

/** The state of an accepted application, and what the applicant can do. */
export function acceptedStateText({ status, stages = [] }: Partial<Submission>): string {
  const problem = status === 'error' ? errorOf(stages)?.message : undefined;
  if (problem === undefined) return 'Sent. The college is working on it.';
  if (isHeld({ stages })) return `Sent. ${problem}`;
  if (lostSlots(stages).length > 0) {
    return 'Sent, but documents are missing. Open this application: we send them again, or ask you for them.';
  }
  return `Sent, but stopped: ${problem}. Open the application to see more.`;
}

const moment = new Intl.DateTimeFormat(LANGUAGE, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});

/** `at`: milliseconds since 1970. */
export const formatMoment = (at: number): string => moment.format(new Date(at));

/** When an entry that cannot be sent expires: seven days after its confirmation. */
export const formatExpiry = (entry: Pick<OutboxSummary, 'confirmedAt'>): string => formatMoment(entryExpiry(entry));

interface OutboxNoticeProps {
  readonly position: OutboxPosition;
  /** The form is below the notice, which then explains what happens to changes. */
  readonly editable?: boolean;
  /** A document could not be saved on this device, so only this page can send it. */
  readonly onlyHere?: boolean;
  /** Set if the page has no other button to withdraw it. */
  readonly onWithdraw?: () => void;
}

const KEEP_OPEN = 'Keep this page open, or come back to it';
const ONLY_HERE = 'Keep this page open: this device could not keep a document';

/** No page can detect a private window. Safari keeps none of its data, not even for another tab. */
const IN_PRIVATE = 'A private window deletes it when you close it.';

function whatHappens({ failure }: OutboxSummary, onlyHere: boolean): string {
  if (failure) return failure.detail ?? 'Correct the application, and confirm again';
  return onlyHere ? ONLY_HERE : KEEP_OPEN;
}

/** The state of a queued application, and what happens to it automatically. */
export function OutboxNotice({ position, editable = false, onlyHere = false, onWithdraw }: OutboxNoticeProps) {
  const { entry } = position;
  return (
    <Notice
      kind={entry.failure ? 'warning' : 'info'}
      title={entry.failure ? outboxStateText(position) : QUEUED}
      actions={
        onWithdraw && (
          <Button size="sm" onClick={onWithdraw}>
            Withdraw
          </Button>
        )
      }
    >
      <p>
        <span>{`${whatHappens(entry, onlyHere)}.`}</span>{' '}
        <span>{`This device keeps ${onlyHere ? 'your answers' : 'it'} until ${formatExpiry(entry)}.`}</span>{' '}
        <span>{IN_PRIVATE}</span>
        {editable && <span> If you change something now, press "Submit Application" again.</span>}
      </p>
    </Notice>
  );
}

/** The confirmed applications that expired after seven days, until the notice is dismissed. */
export function UnsentNotice() {
  const [notes, setNotes] = useState<readonly UnsentNote[]>([]);
  const { email } = useCollege();
  useEffect(() => setNotes(listUnsent()), []);
  if (notes.length === 0) return null;
  const dismiss = () => {
    dismissUnsent();
    setNotes([]);
  };
  return (
    <Notice
      kind="error"
      role="alert"
      title={
        notes.length === 1 ? 'We could not send a confirmed application' : 'We could not send confirmed applications'
      }
      actions={
        <Button size="sm" onClick={dismiss}>
          Dismiss
        </Button>
      }
    >
      {notes.map(({ id, applicant, confirmedAt }) => (
        <p key={id}>
          <Verbatim>{applicant}</Verbatim>
          <span>{`, confirmed on ${formatMoment(confirmedAt)}. We could not send it for 7 days, so we deleted it from this device.`}</span>
        </p>
      ))}
      <p>
        <Words
          verbatim={[email]}
        >{`Please fill in the application again${email ? `, or write to ${email}` : ''}.`}</Words>
      </p>
    </Notice>
  );
}

const Region = styled('section', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '1',
    '& h2': { fontSize: 'lg' },
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
      '& > div:first-of-type': { flex: '1 1 16rem', minWidth: '0', overflowWrap: 'anywhere' },
    },
    '& small': { display: 'block', fontSize: 'sm', color: 'inkSoft' },
    '& [data-part=actions]': { display: 'flex', flexWrap: 'wrap', gap: '1' },
    _print: { display: 'none' },
  },
});

interface OutboxRegionProps {
  readonly onWithdraw: (id: string) => void;
  readonly onRetry: (id: string) => void;
}

/** Confirmed applications that are not processed yet: first the queued ones, then those at the server. */
export function OutboxRegion({ onWithdraw, onRetry }: OutboxRegionProps) {
  const outbox = useSelector(selectOutbox);
  const title = useId();
  const { entries, processing } = outbox;
  if (entries.length === 0 && processing.length === 0) return null;
  return (
    <Region aria-labelledby={title}>
      <h2 id={title}>Confirmed applications</h2>
      <ul aria-live="polite">
        {entries.map(({ id }): Elements => {
          const position = outboxPosition(outbox, id);
          return position && <Waiting key={id} {...{ position, onWithdraw, onRetry }} />;
        })}
        {processing.map((one) => (
          <Sent key={one.id} {...one} />
        ))}
      </ul>
    </Region>
  );
}

interface WaitingProps extends OutboxRegionProps {
  readonly position: OutboxPosition;
}

function Waiting({ position, onWithdraw, onRetry }: WaitingProps) {
  const { id, applicant, failure } = position.entry;
  const of = <HiddenName>{applicant}</HiddenName>;
  return (
    <li data-outbox-id={id}>
      <div>
        <strong translate="no">{applicant}</strong>
        <small>{outboxStateText(position)}</small>
        <small>{failure?.detail ?? `Kept until ${formatExpiry(position.entry)}.`}</small>
      </div>
      <div data-part="actions">
        {failure && (
          <Button size="sm" onClick={() => onRetry(id)}>
            Try again{of}
          </Button>
        )}
        <Button size="sm" variant="quiet" onClick={() => onWithdraw(id)}>
          Withdraw{of}
        </Button>
      </div>
    </li>
  );
}

function Sent({ id, applicant }: ProcessingApplication) {
  const { data = {} } = useFollowedSubmission(id);
  return (
    <li data-outbox-id={id}>
      <div>
        <strong translate="no">{applicant}</strong>
        <small>{acceptedStateText(data)}</small>
      </div>
    </li>
  );
}

export function WaitingRegion() {
  const dispatch = useDispatch<SubmissionDispatch>();
  return (
    <OutboxRegion
      onWithdraw={(id) => void dispatch(withdrawApplication(id))}
      onRetry={(id) => void dispatch(retryApplication(id))}
    />
  );
}
