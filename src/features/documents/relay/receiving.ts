import type { RejectedFile } from '#components/upload/accepted-files.ts';
import { TRANSFER_LIFE_MS } from '#contract/transfers.ts';
import { createHolder } from '#platform/holder.ts';
import { receiveContent } from '../transfer/receive-content.ts';
import { NotUnsealed, newKey } from '../transfer/seal.ts';
import {
  type Access,
  endOf,
  isPassing,
  reasonOf,
  type TransferCalls,
  TransferFailure,
  transferCalls,
} from '../transfer/transfer-calls.ts';
import { unpackDocument } from './phone-document.ts';
import { type LinkedSlot, linkTo, tagOf } from './phone-link.ts';

/** The state at the computer. The last five end it, and so does `arrived`, after the last document. */
export type ReceivingStep =
  | 'making'
  | 'waiting'
  | 'opened'
  | 'sending'
  | 'fetching'
  | 'arrived'
  | 'not-made'
  | 'expired'
  | 'cancelled'
  | 'unreadable';

export interface ReceivingState {
  readonly step: ReceivingStep;
  /** For the phone, until it has sent the first document. It has the key, so it is nowhere but here and on the screen. */
  readonly link?: string;
  /** The last question had no answer. */
  readonly isOffline: boolean;
  /** Why it was not made, in words. */
  readonly reason?: string | undefined;
  /** What has come, the last one at the end. */
  readonly documents: readonly ReceivedDocument[];
}

/** A document that has come. */
interface ReceivedDocument {
  readonly label: string;
  /** Why its slot refused it. */
  readonly reason?: string | undefined;
}

interface ReceivingOptions {
  readonly draftId: string;
  /** What can be received now, with the names that they have here. There is at least one. */
  readonly slots: () => readonly LinkedSlot[];
  /** Puts the file into its slot as if it had been chosen; resolves with the reason if it is refused. */
  readonly onUse: (slot: string, file: File) => Promise<RejectedFile | undefined>;
  readonly calls?: TransferCalls;
  /** Milliseconds between two questions while nobody sends. */
  readonly everyMs?: number;
  readonly now?: () => number;
}

/** A school stands behind one address, of which all requests are counted together. */
const EVERY_MS = 4000;
/** How often the server is told that the document is here; untold, it keeps its sealed bytes to the end. */
const TOLD_AT_MOST = 5;

/**
 * The computer's side: makes a link, asks for its state, and puts one document after the other into its slot. Each names
 * the transfer of the next one. Outside of Redux, since it has the key.
 */
export function createReceiving({ draftId, slots, onUse, calls = transferCalls, ...options }: ReceivingOptions) {
  const { everyMs = EVERY_MS, now = Date.now } = options;
  const { state, set, subscribe } = createHolder<ReceivingState>({ step: 'making', isOffline: false, documents: [] });
  let access: Access | undefined;
  /** The document, while it arrives. */
  let content: ReturnType<typeof receiveContent> | undefined;
  /** Counts beginnings: what an earlier one still waits for is nobody's business any more. */
  let runs = 0;
  let wanted: readonly LinkedSlot[] = [];
  /** When the transfer of this moment expires, by the clock here. */
  let until = 0;

  const finish = (step: ReceivingStep, reason?: string) => {
    access = undefined;
    set({ step, isOffline: false, reason, documents: state().documents });
  };
  const pause = () =>
    new Promise<void>((resolve) => setTimeout(resolve, state().step === 'sending' ? everyMs / 4 : everyMs));

  /** Goes on where a broken connection has left it. */
  async function take(key: CryptoKey, own: Access, bytes: number, run: number): Promise<void> {
    set({ ...state(), step: 'fetching', isOffline: false });
    content ??= receiveContent(calls, own, bytes);
    await content.goOn(() => undefined);
    const opened = await content.open(key).catch((cause) => {
      if (cause instanceof NotUnsealed) return undefined;
      throw cause;
    });
    const document = opened && (await unpackDocument(opened));
    if (run !== runs) return;
    const label = document && wanted.find(({ slot }) => slot === document.slot)?.label;
    if (document === undefined || label === undefined) {
      void calls.cancel(own).catch(() => {});
      return finish('unreadable');
    }
    const rejected = await onUse(document.slot, document.file);
    void tell(own);
    if (run !== runs) return void (document.next && calls.cancel(document.next).catch(() => {}));
    const others = state().documents.filter((one) => one.label !== label);
    const documents = [...others, { label, reason: rejected?.message }];
    content = undefined;
    access = document.next;
    until = now() + TRANSFER_LIFE_MS.document;
    set({ step: access ? 'opened' : 'arrived', isOffline: false, documents });
  }

  async function tell(own: Access): Promise<void> {
    for (let tries = 1; tries <= TOLD_AT_MOST; tries += 1) {
      try {
        return await calls.acknowledge(own);
      } catch {
        await pause();
      }
    }
  }

  /** One question, and what follows from its answer. Whether there is more to ask. */
  async function ask(key: CryptoKey, own: Access, run: number): Promise<boolean> {
    try {
      const view = await calls.view(own);
      if (run !== runs) return false;
      if (view.state === 'cancelled' || view.state === 'taken') finish('cancelled');
      else if (view.state === 'arrived') await take(key, own, view.bytes, run);
      // After the first document the phone is known to be there.
      else
        set({ ...state(), step: view.state === 'waiting' && !state().link ? 'opened' : view.state, isOffline: false });
      return access !== undefined;
    } catch (failure) {
      if (run !== runs) return false;
      if (!(failure instanceof TransferFailure)) throw failure;
      if (isPassing(failure)) set({ ...state(), isOffline: failure.code === 'offline' });
      else finish(endOf(failure) === 'cancelled' || endOf(failure) === 'used' ? 'cancelled' : 'expired');
      return access !== undefined;
    }
  }

  /** Makes a link, and follows it to its end. */
  async function start(): Promise<void> {
    void end();
    const run = runs;
    content = undefined;
    wanted = slots();
    set({ step: 'making', isOffline: false, documents: [] });
    try {
      const [{ key, text }, tag, made] = await Promise.all([
        newKey(),
        tagOf(draftId),
        calls.create({ kind: 'document', slot: wanted[0]?.slot ?? '' }),
      ]);
      const own = { id: made.id, secret: made.reader };
      if (run !== runs) return void calls.cancel(own).catch(() => {});
      access = own;
      const link = linkTo(location.origin, { id: made.id, writer: made.writer, key: text, slots: wanted, tag });
      until = now() + TRANSFER_LIFE_MS.document;
      set({ ...state(), step: 'waiting', link });
      do {
        await pause();
        if (run !== runs) return;
        if (now() > until && state().isOffline) return finish('expired');
      } while (access && (await ask(key, access, run)));
    } catch (failure) {
      if (run !== runs) return;
      finish('not-made', reasonOf(failure));
    }
  }

  /** Nothing is wanted of the phone any more. */
  async function end(): Promise<void> {
    runs += 1;
    const left = access;
    access = undefined;
    if (left) await calls.cancel(left).catch(() => {});
  }

  return {
    state,
    subscribe,
    start,
    end,
  };
}
export type Receiving = ReturnType<typeof createReceiving>;
