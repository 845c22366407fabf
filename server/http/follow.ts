import type { ServerResponse } from 'node:http';
import type { SubmissionRecord } from '../ports/ledger.ts';
import { toSubmission } from '../submission/view.ts';

const HEARTBEAT_MS = 15_000;
/** So much of what was told may wait for a client that does not read; it comes back and gets what it has not seen. */
const MOST_UNREAD_BYTES = 64 * 1024;
/**
 * Changes that come closer go out together, the first of them with the headers: each write is a system call here, and a
 * packet and a wake-up at the client, who knows from the answer to its PUT where the submission stands.
 */
const TOGETHER_MS = 100;

export interface Following {
  /** The version that the client knows. */
  readonly seen: number;
  readonly unwatch: () => void;
  /** What ends each answer that follows something. */
  readonly followers: Set<() => void>;
}

/**
 * Tells a client of the submission's changes, each version once: where it stands, unless the client has seen that, then
 * each change. It stays open through an error and ends after `processed` (contract §7 "Server-sent events").
 */
export function follow(
  response: ServerResponse,
  { seen, unwatch, followers }: Following,
): (record: SubmissionRecord) => void {
  let told = seen;
  let unsent = '';
  let pause: NodeJS.Timeout | undefined = setTimeout(() => send(), TOGETHER_MS);
  const write = (text: string) => {
    if (response.writableLength > MOST_UNREAD_BYTES) response.destroy();
    else response.write(text);
  };
  const heartbeat = setInterval(() => response.writableEnded || write(': still here\n\n'), HEARTBEAT_MS);
  const send = () => {
    clearTimeout(pause);
    pause = unsent === '' ? undefined : setTimeout(send, TOGETHER_MS);
    if (unsent === '') response.flushHeaders();
    else write(unsent);
    unsent = '';
  };
  const end = () => response.end(unsent);
  const forget = () => {
    clearInterval(heartbeat);
    clearTimeout(pause);
    followers.delete(end);
    unwatch();
  };
  followers.add(end);
  if (response.closed) forget();
  else response.once('close', forget);
  return (record) => {
    if (record.version <= told || response.writableEnded) return;
    told = record.version;
    unsent += `id: ${record.version}\ndata: ${JSON.stringify(toSubmission(record))}\n\n`;
    if (record.status === 'processed') end();
    else if (record.status === 'error' || pause === undefined) send();
  };
}
