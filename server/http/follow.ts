import type { ServerResponse } from 'node:http';
import type { SubmissionRecord } from '../ports/ledger.ts';
import { toSubmission } from '../submission/views.ts';

const HEARTBEAT_MS = 15_000;
/** The most that may wait for a client that does not read. It connects again and gets the versions that it has missed. */
const MOST_UNREAD_BYTES = 64 * 1024;

interface Following {
  /** The version that the client knows. */
  readonly seen: number;
  /** Called once when the stream has ended. */
  readonly onEnd: () => void;
  /** Functions that end each open stream. */
  readonly followers: Set<() => void>;
}

/**
 * Sends a client each version of a submission once, from the first that it has not seen. The stream stays open through
 * an error and ends after `processed` (R11.7).
 * @returns a function that sends a record
 */
export function follow(
  response: ServerResponse,
  { seen, onEnd, followers }: Following,
): (record: SubmissionRecord) => void {
  let sent = seen;
  const write = (text: string) => {
    if (response.writableLength > MOST_UNREAD_BYTES) response.destroy();
    else if (!response.writableEnded) response.write(text);
  };
  const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_MS);
  const end = () => response.end();
  const forget = () => {
    clearInterval(heartbeat);
    followers.delete(end);
    onEnd();
  };
  followers.add(end);
  if (response.closed) forget();
  else response.once('close', forget);
  response.flushHeaders();
  return (record) => {
    if (record.version <= sent) return;
    sent = record.version;
    write(`id: ${record.version}\ndata: ${JSON.stringify(toSubmission(record))}\n\n`);
    if (record.status === 'processed') end();
  };
}
