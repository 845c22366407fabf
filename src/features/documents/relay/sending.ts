import type { CreatedTransfer } from '#contract/transfers.ts';
import { createRecordHolder } from '#platform/holder.ts';
import { canSeal, readKey, seal } from '../transfer/seal.ts';
import { sendContent } from '../transfer/send-content.ts';
import {
  type Access,
  endOf,
  isPassing,
  reasonOf,
  type TransferCalls,
  TransferFailure,
  transferCalls,
} from '../transfer/transfer-calls.ts';
import { packDocument } from './phone-document.ts';
import type { PhoneLink } from './phone-link.ts';

/** How far it is on the phone. */
export type SendingStep =
  | 'no-link'
  | 'cannot-seal'
  | 'opening'
  | 'not-opened'
  | 'ready'
  | 'sending'
  | 'not-sent'
  | 'sent'
  | 'taken'
  | 'used'
  | 'cancelled'
  | 'expired';

export interface SendingState {
  readonly step: SendingStep;
  /** Per cent of the document that have left. */
  readonly percent: number;
  /** Bytes that a document may have. */
  readonly maxBytes: number;
  /** Why it was not opened or sent, where the server has said so. */
  readonly reason?: string | undefined;
  /** What was sent, by slot; `taken` once the computer has it. */
  readonly documents: Readonly<Record<string, 'sent' | 'taken'>>;
  /** The computer waits for another document. */
  readonly hasNext: boolean;
}

interface SendingOptions {
  readonly calls?: TransferCalls;
  /** Milliseconds between two questions. */
  readonly everyMs?: number;
  /** The computer has the document of that slot. */
  readonly onTaken?: (slot: string) => void;
  /** What to keep for a reload: the link of the next document; undefined once nothing more can be sent. */
  readonly onLink?: (link: PhoneLink | undefined) => void;
}

const EVERY_MS = 2000;

/**
 * The phone's side: opens the link, encrypts a document and sends it, and asks until the computer has it. Each document
 * names the transfer of the next one, which the phone creates.
 */
export function createSending(link: PhoneLink | undefined, options: SendingOptions = {}) {
  const { calls = transferCalls, everyMs = EVERY_MS, onTaken, onLink } = options;
  let access: Access = { id: link?.id ?? '', secret: link?.writer ?? '' };
  const begin: SendingState = {
    step: beginOf(link),
    percent: 0,
    maxBytes: Number.POSITIVE_INFINITY,
    documents: {},
    hasNext: true,
  };
  const { state, change, subscribe } = createRecordHolder(begin);
  /** What was not sent yet; encrypted once. */
  let held: { readonly file: File; readonly slot: string; next?: CreatedTransfer } | undefined;
  let content: ReturnType<typeof sendContent> | undefined;
  let isOver = false;

  const fail = (failure: unknown, passing: 'not-opened' | 'not-sent') => {
    const end = endOf(failure);
    if (end) onLink?.(undefined);
    change(end ? { step: end } : { step: passing, reason: reasonOf(failure) });
  };

  async function open(): Promise<void> {
    if (link === undefined || !canSeal()) return;
    change({ step: 'opening', reason: undefined });
    try {
      const { maxBytes } = await calls.open(access);
      change({ step: 'ready', maxBytes });
    } catch (failure) {
      fail(failure, 'not-opened');
    }
  }

  async function send(file: File, slot: string): Promise<void> {
    held = { file, slot };
    content = undefined;
    change({ percent: 0 });
    await retry();
  }

  /** What is still to be sent after the document of a slot. */
  const slotsLeft = (slot: string) =>
    (link?.slots ?? []).filter((one) => one.slot !== slot && !state().documents[one.slot]);

  /** Sends what could not be sent, behind the bytes that the server has. */
  async function retry(): Promise<void> {
    if (link === undefined || held === undefined) return;
    const { file, slot } = held;
    change({ step: 'sending', reason: undefined });
    try {
      if (slotsLeft(slot).length > 0)
        held.next ??= await calls.create({ kind: 'document', slot: link.slots[0]?.slot ?? slot });
      const next = held.next && { id: held.next.id, secret: held.next.reader };
      const sealed = async () => seal(packDocument({ file, slot, next }), await readKey(link.key), access.id);
      content ??= sendContent(calls, access, await sealed());
      await content.goOn((percent) => change({ percent }));
    } catch (failure) {
      return fail(failure, 'not-sent');
    }
    const sent = access;
    const next = held.next;
    held = undefined;
    if (next) {
      access = { id: next.id, secret: next.writer };
      void calls.open(access).catch(() => {});
    }
    onLink?.(next && { ...link, id: next.id, writer: next.writer, slots: slotsLeft(slot) });
    change({ step: 'sent', percent: 100, documents: { ...state().documents, [slot]: 'sent' }, hasNext: Boolean(next) });
    await follow(sent, slot);
  }

  /** Until the computer has it, or the link is over. */
  async function follow(sent: Access, slot: string): Promise<void> {
    while (!isOver) {
      try {
        const { state: now } = await calls.view(sent);
        if (now === 'cancelled') throw new TransferFailure('LINK_CANCELLED');
        if (now === 'taken') {
          change({ documents: { ...state().documents, [slot]: 'taken' } });
          // Otherwise the next document is on its way already.
          if (state().step === 'sent') change({ step: 'taken' });
          return onTaken?.(slot);
        }
      } catch (failure) {
        if (!(failure instanceof TransferFailure) || !isPassing(failure)) return fail(failure, 'not-sent');
      }
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  }

  return {
    state,
    subscribe,
    open,
    send,
    retry,
    end() {
      isOver = true;
    },
  };
}
export type Sending = ReturnType<typeof createSending>;

function beginOf(link: PhoneLink | undefined): SendingStep {
  if (link === undefined) return 'no-link';
  return canSeal() ? 'opening' : 'cannot-seal';
}
