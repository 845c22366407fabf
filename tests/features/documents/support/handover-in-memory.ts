import type { ProblemCode } from '#contract/problem.ts';
import type { RelayState } from '#contract/relays.ts';
import type { HandoverCalls } from '#features/documents/handover/handover-calls.ts';
import { RelayFailure } from '#features/documents/relay/relay-calls.ts';

type Call = keyof HandoverCalls;

/** A server with one handover as its interface has them, and a network that fails when it is told to. */
export function handoverInMemory() {
  let state: RelayState = 'waiting';
  let content = new Blob([]);
  let claimedBy: string | undefined;
  const failures = new Map<Call, (ProblemCode | 'offline' | 'cut')[]>();
  const log: string[] = [];
  const meet = (call: Call, note = '') => {
    log.push(`${call}${note}`);
    const code = failures.get(call)?.shift();
    if (code !== undefined && code !== 'cut') throw new RelayFailure(code, 'words of the server');
    return code === 'cut';
  };
  const view = () => ({ state, expiresAt: '2026-06-16T00:30:00.000Z', maxBytes: 1e8, bytes: content.size });
  const refuse = () => {
    if (state === 'cancelled') throw new RelayFailure('RELAY_CANCELLED');
    if (state === 'taken') throw new RelayFailure('RELAY_USED');
  };
  const calls: HandoverCalls = {
    async make() {
      meet('make');
      const id = '5c1b6a6e-7d0e-4b0f-9d52-000000000001';
      return { id, reader: 'r'.repeat(43), writer: 'w'.repeat(43), expiresAt: view().expiresAt, maxBytes: 1e8 };
    },
    async look() {
      meet('look');
      return view();
    },
    async add(_right, piece, { offset, size, onSent }) {
      const isCut = meet('add', ` ${offset}`);
      refuse();
      if (offset !== content.size) throw new RelayFailure('UPLOAD_CONFLICT');
      content = new Blob([content, isCut ? piece.slice(0, Math.floor(piece.size / 2)) : piece]);
      state = content.size === size ? 'arrived' : 'sending';
      if (isCut) throw new RelayFailure('offline');
      onSent(piece.size);
      return view();
    },
    async claim(_right, claim) {
      meet('claim');
      if (state === 'cancelled') throw new RelayFailure('RELAY_CANCELLED');
      claimedBy ??= claim;
      if (claimedBy !== claim) throw new RelayFailure('RELAY_USED');
      if (state === 'arrived') state = 'fetching';
      return view();
    },
    async content(_right, from) {
      const isCut = meet('content', ` ${from}`);
      refuse();
      const rest = content.slice(from);
      return { from, body: isCut ? cutStream(await rest.slice(0, rest.size / 2).arrayBuffer()) : rest };
    },
    async acknowledge() {
      meet('acknowledge');
      if (state === 'cancelled') throw new RelayFailure('RELAY_CANCELLED');
      state = 'taken';
    },
    async withdraw() {
      meet('withdraw');
      if (state !== 'taken') state = 'cancelled';
      return view();
    },
  };
  return {
    calls,
    log,
    fail: (call: Call, ...codes: (ProblemCode | 'offline' | 'cut')[]) => void failures.set(call, codes),
    state: () => state,
    content: () => content,
    /** All of it has come. */
    arrive(bytes: Blob) {
      content = bytes;
      state = 'arrived';
    },
    withdraw() {
      state = 'cancelled';
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
