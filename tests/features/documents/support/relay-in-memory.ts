import type { ProblemCode } from '#contract/problem.ts';
import type { RelayState } from '#contract/relays.ts';
import { type RelayCalls, RelayFailure } from '#features/documents/relay/relay-calls.ts';

type Call = keyof RelayCalls;

/** A server with relays as its interface has them, and a network that fails when it is told to. */
export function relayInMemory() {
  let state: RelayState = 'waiting';
  let content: Blob | undefined;
  let made = 0;
  const failures = new Map<Call, (ProblemCode | 'offline')[]>();
  const log: Call[] = [];
  const meet = (call: Call) => {
    log.push(call);
    const code = failures.get(call)?.shift();
    if (code !== undefined)
      throw new RelayFailure(code, code === 'RATE_LIMITED' ? 'Please wait 7 seconds and try again.' : undefined);
  };
  const view = () => ({ state, expiresAt: '2026-06-15T00:45:00.000Z', maxBytes: 1_000_000 });
  const refuseUsed = () => {
    if (state === 'cancelled') throw new RelayFailure('RELAY_CANCELLED');
    if (state === 'arrived' || state === 'taken') throw new RelayFailure('RELAY_USED');
  };
  const calls: RelayCalls = {
    async make() {
      meet('make');
      made += 1;
      [state, content] = ['waiting', undefined];
      const id = `5c1b6a6e-7d0e-4b0f-9d52-00000000000${made}`;
      return { id, reader: 'r'.repeat(43), writer: 'w'.repeat(43), expiresAt: view().expiresAt };
    },
    async look() {
      meet('look');
      return view();
    },
    async open() {
      meet('open');
      refuseUsed();
      state = 'opened';
      return view();
    },
    async put(_right, sealed, onSent) {
      meet('put');
      refuseUsed();
      onSent(sealed.size / 2);
      [state, content] = ['arrived', sealed];
    },
    async content() {
      meet('content');
      if (!content) throw new RelayFailure('NOT_FOUND');
      return content;
    },
    async acknowledge() {
      meet('acknowledge');
      [state, content] = ['taken', undefined];
    },
    async cancel() {
      meet('cancel');
      if (state !== 'taken') [state, content] = ['cancelled', undefined];
    },
  };
  return {
    calls,
    log,
    /** The next calls of that kind fail with these. */
    fail: (call: Call, ...codes: (ProblemCode | 'offline')[]) => void failures.set(call, codes),
    state: () => state,
    set(next: RelayState, bytes?: Blob) {
      state = next;
      content = bytes ?? content;
    },
    content: () => content,
  };
}
