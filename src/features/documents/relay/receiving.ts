import type { RejectedFile } from '#components/upload/accepted-files.ts';
import { TRANSFER_LIFE_MS } from '#contract/transfers.ts';
import { createHolder } from '#platform/holder.ts';
import { receiveContent } from '../transfer/receive-content.ts';
import { NotUnsealed, newKey, unseal } from '../transfer/seal.ts';
import {
  type Access,
  isPassing,
  type TransferCalls,
  TransferFailure,
  transferCalls,
} from '../transfer/transfer-calls.ts';
import { linkTo, tagOf } from './phone-link.ts';

/** How far it is at the computer. The last six wait for nothing any more. */
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
  | 'refused'
  | 'unreadable';

export interface ReceivingState {
  readonly step: ReceivingStep;
  /** For the phone, while it can be used. It has the key, so it is nowhere but here and on the screen. */
  readonly link?: string;
  /** The last question had no answer. */
  readonly isOffline: boolean;
  /** Why it was not made or taken, in words. */
  readonly reason?: string | undefined;
}

interface ReceivingOptions {
  readonly draftId: string;
  readonly slot: string;
  /** What the slot is called here, so that the phone calls it the same. */
  readonly label: string;
  /** Puts the file into its slot as if it had been chosen; resolves with the reason where it is refused. */
  readonly onUse: (file: File) => Promise<RejectedFile | undefined>;
  readonly calls?: TransferCalls;
  /** Milliseconds between two questions while nobody sends. */
  readonly everyMs?: number;
  readonly now?: () => number;
}

/** A school stands behind one address, of which all requests are counted together. */
const EVERY_MS = 4000;
/** How often the server is told that the document is here; untold, it keeps its sealed bytes to the end. */
const TOLD_AT_MOST = 5;

/** The computer's side: makes a link, asks where it stands, takes what has come. Outside of Redux, since it has the key. */
export function createReceiving({ draftId, slot, label, onUse, calls = transferCalls, ...options }: ReceivingOptions) {
  const { everyMs = EVERY_MS, now = Date.now } = options;
  const { state, set, subscribe } = createHolder<ReceivingState>({ step: 'making', isOffline: false });
  let access: Access | undefined;
  /** The document, while it arrives. */
  let content: ReturnType<typeof receiveContent> | undefined;
  /** Counts beginnings: what an earlier one still waits for is nobody's business any more. */
  let runs = 0;

  const finish = (step: ReceivingStep, reason?: string) => {
    access = undefined;
    set({ step, isOffline: false, reason });
  };
  const pause = () =>
    new Promise<void>((resolve) => setTimeout(resolve, state().step === 'sending' ? everyMs / 4 : everyMs));

  /** Goes on where a broken connection has left it. */
  async function take(key: CryptoKey, own: Access, bytes: number, run: number): Promise<void> {
    set({ step: 'fetching', isOffline: false });
    content ??= receiveContent(calls, own);
    await content.goOn(() => undefined);
    if (content.size() < bytes) throw new TransferFailure('offline');
    const file = await unseal(content.whole(), key, own.id).catch((cause) => {
      if (cause instanceof NotUnsealed) return undefined;
      throw cause;
    });
    if (run !== runs) return;
    const rejected = file && (await onUse(file));
    void tell(own);
    if (file === undefined) finish('unreadable');
    else if (rejected) finish('refused', rejected.message);
    else finish('arrived');
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
  async function ask(key: CryptoKey, own: Access, link: string, run: number): Promise<boolean> {
    try {
      const view = await calls.view(own);
      if (run !== runs) return false;
      if (view.state === 'cancelled' || view.state === 'taken') finish('cancelled');
      else if (view.state === 'arrived') await take(key, own, view.bytes, run);
      else set({ step: view.state, link, isOffline: false });
      return access !== undefined;
    } catch (failure) {
      if (run !== runs) return false;
      if (!(failure instanceof TransferFailure)) throw failure;
      if (isPassing(failure)) set({ ...state(), isOffline: failure.code === 'offline' });
      else finish(failure.code === 'LINK_CANCELLED' || failure.code === 'LINK_USED' ? 'cancelled' : 'expired');
      return access !== undefined;
    }
  }

  /** Makes a link, and follows it to its end. */
  async function start(): Promise<void> {
    void end();
    const run = runs;
    content = undefined;
    set({ step: 'making', isOffline: false });
    try {
      const [{ key, text }, tag, made] = await Promise.all([
        newKey(),
        tagOf(draftId),
        calls.create({ kind: 'document', slot }),
      ]);
      const own = { id: made.id, secret: made.reader };
      if (run !== runs) return void calls.cancel(own).catch(() => {});
      access = own;
      const link = linkTo(location.origin, { id: made.id, writer: made.writer, key: text, slot, label, tag });
      const until = now() + TRANSFER_LIFE_MS.document;
      set({ step: 'waiting', link, isOffline: false });
      do {
        await pause();
        if (run !== runs) return;
        if (now() > until && state().isOffline) return finish('expired');
      } while (await ask(key, own, link, run));
    } catch (failure) {
      if (run !== runs) return;
      const reason = failure instanceof TransferFailure && failure.code !== 'offline' ? failure.detail : undefined;
      finish('not-made', reason);
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
