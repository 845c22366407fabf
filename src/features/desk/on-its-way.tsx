import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { Notice } from '#components/notice.tsx';
import { Verbatim } from '#components/verbatim.tsx';
import { useVault } from '#features/shared-computer/use-vault.ts';
import { type OutboxState, selectOutbox } from '#features/submission/outbox/outbox-slice.ts';
import { listEntries } from '#features/submission/outbox/outbox-storage.ts';
import { listSent } from '#features/submission/sent-records.ts';
import type { SubmissionsState, WithSubmissions } from '#features/submission/submission-slice.ts';
import { countKept } from '#platform/erase-device.ts';

interface OneOnItsWay {
  readonly id: string;
  readonly applicant: string;
}

interface Stored {
  /** Confirmed, and the college does not have it. */
  readonly waiting: readonly OneOnItsWay[];
  /** The college has it, and it has no receipt yet. */
  readonly sent: readonly OneOnItsWay[];
}

/** Confirmed applications that the college does not have yet or has not finished, by name if it can be read. */
export const OnItsWay = () => (useVault() === 'locked' ? <LockedAway /> : <ByName />);

/** Nobody knows the names while this computer is locked; how many there are, everybody may know. */
function LockedAway() {
  const [count, setCount] = useState(0);
  useEffect(() => {
    countKept().then(
      ({ outbox }) => setCount(outbox),
      // The list above already says that nothing could be counted.
      () => {},
    );
  }, []);
  if (count === 0) return null;
  return (
    <Notice kind="warning" role="status" title="Some applications are on their way">
      <p>{`Not sent yet: ${count}. The names are locked. If you erase these applications, we cannot send them.`}</p>
    </Notice>
  );
}

function ByName() {
  const { now, waiting, processing, isUnknown } = useOnItsWay();
  if (now.length + waiting.length + processing.length === 0 && !isUnknown) return null;
  return (
    <Notice kind="warning" role="status" title="Some applications are on their way">
      {isUnknown && (
        <p>We could not read the applications that are not sent yet. If you erase them, we cannot send them.</p>
      )}
      {now.length > 0 && (
        <p>
          We are sending now: <Verbatim>{namesOf(now)}</Verbatim>. If you erase now, you will not see whether the
          college received it. Wait until we have sent it.
        </p>
      )}
      {waiting.length > 0 && (
        <p>
          Not sent yet: <Verbatim>{namesOf(waiting)}</Verbatim>. If you erase these applications, we cannot send them.
        </p>
      )}
      {processing.length > 0 && (
        <p>
          The college has these and is working on them: <Verbatim>{namesOf(processing)}</Verbatim>. You will not get
          their receipts here.
        </p>
      )}
    </Notice>
  );
}

const namesOf = (ones: readonly OneOnItsWay[]): string => ones.map(({ applicant }) => applicant).join(', ');

const NOTHING: Stored = { waiting: [], sent: [] };

/**
 * Both what this page knows and what storage has: without a connection the page may not have loaded the line, and another
 * tab adds to it.
 */
function useOnItsWay() {
  const outbox = useSelector(selectOutbox);
  const submissions = useSelector(({ submission }: WithSubmissions) => submission);
  const [found, setFound] = useState(() => merged(outbox, submissions, NOTHING));
  useEffect(() => {
    let isLatest = true;
    const take = (stored: Stored | undefined) => isLatest && setFound(merged(outbox, submissions, stored));
    readStored().then(take, () => take(undefined));
    return () => {
      isLatest = false;
    };
  }, [outbox, submissions]);
  return found;
}

async function readStored(): Promise<Stored> {
  const [waiting, sent] = await Promise.all([listEntries(), listSent()]);
  return { waiting, sent: sent.filter(({ reference }) => reference === undefined) };
}

/** `stored` is undefined if it could not be read. */
function merged(outbox: OutboxState, submissions: SubmissionsState = {}, stored: Stored | undefined) {
  const line = eachOnce([...outbox.entries, ...(stored?.waiting ?? [])]);
  const isInLine = (id: string) => line.some((one) => one.id === id);
  // Where this browser keeps nothing, the page sends it from its memory.
  const unkept = Object.entries(submissions).flatMap(([id, { phase, sent }]) =>
    (phase === 'waiting' || phase === 'sending') && !isInLine(id) ? [{ id, applicant: sent.applicant }] : [],
  );
  return {
    now: [...line.filter(({ id }) => id === outbox.sending), ...unkept],
    waiting: line.filter(({ id }) => id !== outbox.sending),
    processing: eachOnce([...outbox.processing, ...(stored?.sent ?? [])]).filter(({ id }) => !isInLine(id)),
    isUnknown: stored === undefined,
  };
}

const eachOnce = (ones: readonly OneOnItsWay[]): readonly OneOnItsWay[] => [
  ...new Map(ones.map((one) => [one.id, one])).values(),
];
