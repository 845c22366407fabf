import type { ProblemCode } from '#contract/problem.ts';
import type { TransferState } from '#contract/transfers.ts';
import { type TransferCalls, TransferFailure } from '#features/documents/transfer/transfer-calls.ts';

type Call = keyof TransferCalls;
type Trouble = ProblemCode | 'offline' | 'cut';

interface Transfer {
  state: TransferState;
  content: Blob;
  attempt?: string;
  claimedBy?: string;
}

/** A server, and a network that fails on request. An unknown id means the last created one. */
export function transferInMemory() {
  const transfers = new Map<string, Transfer>();
  let last = '';
  const make = (id: string): Transfer => {
    const transfer: Transfer = { state: 'waiting', content: new Blob([]) };
    transfers.set(id, transfer);
    return transfer;
  };
  const at = (id: string): Transfer => transfers.get(id) ?? transfers.get(last) ?? make(last);
  const failures = new Map<Call, Trouble[]>();
  const log: string[] = [];
  const meet = (call: Call, note = '') => {
    log.push(`${call}${note}`);
    const code = failures.get(call)?.shift();
    if (code !== undefined && code !== 'cut') throw new TransferFailure(code, 'words of the server');
    return code === 'cut';
  };
  const expiresAt = '2026-06-16T00:30:00.000Z';
  const view = ({ state, content }: Transfer) => ({ state, expiresAt, maxBytes: 1_000_000, bytes: content.size });
  const refuseUsed = ({ state }: Transfer, used: readonly TransferState[]) => {
    if (state === 'cancelled') throw new TransferFailure('LINK_CANCELLED');
    if (used.includes(state)) throw new TransferFailure('LINK_USED');
  };
  const calls: TransferCalls = {
    async create() {
      meet('create');
      last = `5c1b6a6e-7d0e-4b0f-9d52-00000000000${transfers.size + 1}`;
      make(last);
      return { id: last, reader: 'r'.repeat(43), writer: 'w'.repeat(43), expiresAt };
    },
    async view({ id }) {
      meet('view');
      return view(at(id));
    },
    async open({ id }) {
      meet('open');
      const transfer = at(id);
      refuseUsed(transfer, ['arrived', 'fetching', 'taken']);
      transfer.state = 'opened';
      return view(transfer);
    },
    async addPiece({ id }, piece, { offset, size, attempt, onSent }) {
      const isCut = meet('addPiece', ` ${offset}`);
      const transfer = at(id);
      refuseUsed(transfer, ['arrived', 'fetching', 'taken']);
      if (attempt !== transfer.attempt && offset === 0) Object.assign(transfer, { attempt, content: new Blob([]) });
      if (attempt !== transfer.attempt || offset !== transfer.content.size) {
        throw new TransferFailure('UPLOAD_CONFLICT', 'anew');
      }
      transfer.content = new Blob([transfer.content, isCut ? piece.slice(0, Math.floor(piece.size / 2)) : piece]);
      transfer.state = transfer.content.size === size ? 'arrived' : 'sending';
      if (isCut) throw new TransferFailure('offline');
      onSent(piece.size);
      return view(transfer);
    },
    async claim({ id }, claim) {
      meet('claim');
      const transfer = at(id);
      refuseUsed(transfer, []);
      transfer.claimedBy ??= claim;
      if (transfer.claimedBy !== claim) throw new TransferFailure('LINK_USED');
      if (transfer.state === 'arrived') transfer.state = 'fetching';
      return view(transfer);
    },
    async content({ id }, from) {
      const isCut = meet('content', ` ${from}`);
      refuseUsed(at(id), ['taken']);
      const rest = at(id).content.slice(from);
      return { from, body: isCut ? cutStream(await rest.slice(0, rest.size / 2).arrayBuffer()) : rest };
    },
    async acknowledge({ id }) {
      meet('acknowledge');
      refuseUsed(at(id), []);
      at(id).state = 'taken';
    },
    async cancel({ id }) {
      meet('cancel');
      if (at(id).state !== 'taken') at(id).state = 'cancelled';
      return view(at(id));
    },
  };
  return {
    calls,
    log,
    /** The next calls of that kind fail with these codes. */
    fail: (call: Call, ...codes: Trouble[]) => void failures.set(call, codes),
    state: () => at(last).state,
    content: (id = last) => at(id).content,
    /** `bytes`: what the other device has sent. */
    set(state: TransferState, bytes?: Blob, id = last) {
      Object.assign(at(id), { state, ...(bytes && { content: bytes }) });
    },
  };
}

/** Some bytes, and then a broken connection. */
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
