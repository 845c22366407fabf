import { randomUUID } from 'node:crypto';
import type { SubmissionRecord } from '../../ports/ledger.ts';
import { type Changes, waitsForWork } from '../sql/changes.ts';
import type { Notice } from './statements.ts';

/** The channel on which nodes notify each other of what they wrote. */
export const SUBMISSION_CHANGED = 'submission_changed';

/** PostgreSQL takes payloads of less than 8,000 bytes. */
const MAX_BYTES = 7_900;

/** Between two tries to read what somebody watches. */
const AGAIN_MS = 1_000;

interface Message {
  readonly node: string;
  readonly id: string;
  /** There is a job for it now. */
  readonly due: boolean;
  /** Left out where it is too large: then it has to be read. */
  readonly record?: SubmissionRecord;
}

/** Carries changes from node to node: sent with the commit of the write, so never before it and never without it. */
export function createChangeNotices(options: {
  readonly changes: Changes;
  readonly find: (id: string) => Promise<SubmissionRecord | undefined>;
  readonly wake: () => void;
  readonly onError: (error: unknown) => void;
}) {
  const { changes, find, wake, onError } = options;
  const node = randomUUID();
  /** Submissions that somebody watches and that this node wrote, perhaps. */
  const doubtful = new Set<string>();
  /** Tries until it succeeds, or nobody watches any more: no later change would make up for the last one. */
  const publishStored = async (id: string): Promise<void> => {
    try {
      const record = await find(id);
      if (record) changes.publish(record);
    } catch (error) {
      onError(error);
      setTimeout(() => changes.watched().includes(id) && void publishStored(id), AGAIN_MS).unref();
    }
  };
  return {
    /** What is sent with the write of a record. */
    noticeOf: (record: SubmissionRecord): Notice => {
      const work = waitsForWork(record);
      const message: Message = { node, id: record.id, due: work !== undefined && work.at === undefined, record };
      const { record: _large, ...short } = message;
      const whole = JSON.stringify(message);
      const payload = Buffer.byteLength(whole) < MAX_BYTES ? whole : JSON.stringify(short);
      return { channel: SUBMISSION_CHANGED, payload };
    },
    receive: (payload: string): void => {
      const message: Message = JSON.parse(payload);
      if (message.due) wake();
      // What this node wrote was published when it was written, unless it does not know whether it was.
      const isKnown = message.node === node && !doubtful.delete(message.id);
      if (isKnown || !changes.isWatched(message.id)) return;
      if (message.record) changes.publish(message.record);
      else void publishStored(message.id);
    },
    /** A write whose answer was lost is written already, or will be: it is read for the one, and noticed for the other. */
    uncertain: ({ id }: SubmissionRecord): void => {
      const watched = changes.watched();
      for (const other of doubtful) if (!watched.includes(other)) doubtful.delete(other);
      if (!watched.includes(id)) return;
      doubtful.add(id);
      void publishStored(id);
    },
    /** Notices may have been missed: everything that somebody watches is published as it stands. */
    catchUp: (): void => {
      wake();
      for (const id of changes.watched()) void publishStored(id);
    },
  };
}
