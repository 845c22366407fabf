import { createRecordHolder } from '#platform/holder.ts';
import { canSeal, readKey, seal } from '../transfer/seal.ts';
import { sendContent } from '../transfer/send-content.ts';
import {
  type Access,
  isPassing,
  type TransferCalls,
  TransferFailure,
  transferCalls,
} from '../transfer/transfer-calls.ts';
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
}

interface SendingOptions {
  readonly calls?: TransferCalls;
  /** Milliseconds between two questions. */
  readonly everyMs?: number;
  /** The document has come to the computer, or can be sent by this link no more. */
  readonly onTaken?: () => void;
}

const EVERY_MS = 2000;

/** The phone's side: opens the link, seals a document and sends it, and asks until the computer has it. */
export function createSending(link: PhoneLink | undefined, options: SendingOptions = {}) {
  const { calls = transferCalls, everyMs = EVERY_MS, onTaken } = options;
  const access: Access = { id: link?.id ?? '', secret: link?.writer ?? '' };
  const begin: SendingState = { step: beginOf(link), percent: 0, maxBytes: Number.POSITIVE_INFINITY };
  const { state, change, subscribe } = createRecordHolder(begin);
  /** What was not sent yet; sealed once. */
  let held: File | undefined;
  let content: ReturnType<typeof sendContent> | undefined;
  let isOver = false;

  const fail = (failure: unknown, passing: 'not-opened' | 'not-sent') => {
    if (!(failure instanceof TransferFailure)) change({ step: passing, reason: undefined });
    else if (failure.code === 'LINK_USED') change({ step: 'used' });
    else if (failure.code === 'LINK_CANCELLED') change({ step: 'cancelled' });
    else if (failure.code === 'LINK_EXPIRED' || failure.code === 'NOT_FOUND') change({ step: 'expired' });
    else change({ step: passing, reason: failure.code === 'offline' ? undefined : failure.detail });
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

  async function send(file: File): Promise<void> {
    held = file;
    content = undefined;
    change({ percent: 0 });
    await retry();
  }

  /** Sends what could not be sent, behind the bytes that the server has. */
  async function retry(): Promise<void> {
    if (link === undefined || held === undefined) return;
    change({ step: 'sending', reason: undefined });
    try {
      content ??= sendContent(calls, access, await seal(held, await readKey(link.key), link.id));
      await content.goOn((percent) => change({ percent }));
    } catch (failure) {
      return fail(failure, 'not-sent');
    }
    await follow();
  }

  /** Until the computer has it, or the link is over. */
  async function follow(): Promise<void> {
    held = undefined;
    change({ step: 'sent', percent: 100 });
    while (!isOver) {
      try {
        const { state: now } = await calls.view(access);
        if (now === 'taken' || now === 'cancelled') {
          change({ step: now });
          if (now === 'taken') onTaken?.();
          return;
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
