import type { ProblemCode } from '#contract/problem.ts';
import type { TransferState } from '#contract/transfers.ts';
import { type TransferCalls, TransferFailure } from '#features/documents/transfer/transfer-calls.ts';

type Call = keyof TransferCalls;
type Trouble = ProblemCode | 'offline' | 'cut';

/** A server with one transfer, and a network that fails when it is told to. */
export function transferInMemory() {
  let state: TransferState = 'waiting';
  let content = new Blob([]);
  let attemptHere: string | undefined;
  let claimedBy: string | undefined;
  let made = 0;
  const failures = new Map<Call, Trouble[]>();
  const log: string[] = [];
  const meet = (call: Call, note = '') => {
    log.push(`${call}${note}`);
    const code = failures.get(call)?.shift();
    if (code !== undefined && code !== 'cut') throw new TransferFailure(code, 'words of the server');
    return code === 'cut';
  };
  const expiresAt = '2026-06-16T00:30:00.000Z';
  const view = () => ({ state, expiresAt, maxBytes: 1_000_000, bytes: content.size });
  const refuseUsed = (used: readonly TransferState[]) => {
    if (state === 'cancelled') throw new TransferFailure('LINK_CANCELLED');
    if (used.includes(state)) throw new TransferFailure('LINK_USED');
  };
  const calls: TransferCalls = {
    async create() {
      meet('create');
      made += 1;
      [state, content, attemptHere] = ['waiting', new Blob([]), undefined];
      const id = `5c1b6a6e-7d0e-4b0f-9d52-00000000000${made}`;
      return { id, reader: 'r'.repeat(43), writer: 'w'.repeat(43), expiresAt };
    },
    async view() {
      meet('view');
      return view();
    },
    async open() {
      meet('open');
      refuseUsed(['arrived', 'fetching', 'taken']);
      state = 'opened';
      return view();
    },
    async addPiece(_access, piece, { offset, size, attempt, onSent }) {
      const isCut = meet('addPiece', ` ${offset}`);
      refuseUsed(['arrived', 'fetching', 'taken']);
      if (attempt !== attemptHere && offset === 0) [attemptHere, content] = [attempt, new Blob([])];
      if (attempt !== attemptHere || offset !== content.size) throw new TransferFailure('UPLOAD_CONFLICT', 'anew');
      content = new Blob([content, isCut ? piece.slice(0, Math.floor(piece.size / 2)) : piece]);
      state = content.size === size ? 'arrived' : 'sending';
      if (isCut) throw new TransferFailure('offline');
      onSent(piece.size);
      return view();
    },
    async claim(_access, claim) {
      meet('claim');
      refuseUsed([]);
      claimedBy ??= claim;
      if (claimedBy !== claim) throw new TransferFailure('LINK_USED');
      if (state === 'arrived') state = 'fetching';
      return view();
    },
    async content(_access, from) {
      const isCut = meet('content', ` ${from}`);
      refuseUsed(['taken']);
      const rest = content.slice(from);
      return { from, body: isCut ? cutStream(await rest.slice(0, rest.size / 2).arrayBuffer()) : rest };
    },
    async acknowledge() {
      meet('acknowledge');
      refuseUsed([]);
      state = 'taken';
    },
    async cancel() {
      meet('cancel');
      if (state !== 'taken') state = 'cancelled';
      return view();
    },
  };
  return {
    calls,
    log,
    /** The next calls of that kind fail with these. */
    fail: (call: Call, ...codes: Trouble[]) => void failures.set(call, codes),
    state: () => state,
    content: () => content,
    /** `bytes`: the other device has sent them. */
    set(next: TransferState, bytes = content) {
      [state, content] = [next, bytes];
    },
  };
}

/** Some bytes, and then a connection that breaks. */
function cutStream(bytes: ArrayBuffer): ReadableStream<Uint8Array<ArrayBuffer>> {
  let isSent = false;
  return new ReadableStream({
    pull(controller) {
      if (isSent) controller.error(new TypeError('network error'));
      else controller.enqueue(new Uint8Array(bytes));
      isSent = true;
    },
  });
}
