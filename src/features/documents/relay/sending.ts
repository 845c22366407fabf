import { createRecordHolder } from '#platform/holder.ts';
import type { PhoneLink } from './phone-link.ts';
import { isPassing, type RelayCalls, RelayFailure, type Right, relayCalls } from './relay-calls.ts';
import { canSeal, readKey, seal } from './seal.ts';

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
  readonly calls?: RelayCalls;
  /** Milliseconds between two questions. */
  readonly everyMs?: number;
  /** The document has come to the computer, or can be sent by this link no more. */
  readonly onTaken?: () => void;
}

const EVERY_MS = 2000;

/** The phone's side: opens the link, seals a document and sends it, and asks until the computer has it. */
export function createSending(link: PhoneLink | undefined, options: SendingOptions = {}) {
  const { calls = relayCalls, everyMs = EVERY_MS, onTaken } = options;
  const right: Right = { id: link?.id ?? '', secret: link?.writer ?? '' };
  const begin: SendingState = { step: beginOf(link), percent: 0, maxBytes: Number.POSITIVE_INFINITY };
  const { state, change, subscribe } = createRecordHolder(begin);
  /** What could not be sent yet. */
  let held: File | undefined;
  /** A try had no answer. */
  let mayHaveArrived = false;
  let isOver = false;

  const fail = (failure: unknown, passing: 'not-opened' | 'not-sent') => {
    if (!(failure instanceof RelayFailure)) change({ step: passing, reason: undefined });
    else if (failure.code === 'RELAY_USED') change({ step: 'used' });
    else if (failure.code === 'RELAY_CANCELLED') change({ step: 'cancelled' });
    else if (failure.code === 'RELAY_EXPIRED' || failure.code === 'NOT_FOUND') change({ step: 'expired' });
    else change({ step: passing, reason: failure.code === 'offline' ? undefined : failure.detail });
  };

  async function open(): Promise<void> {
    if (link === undefined || !canSeal()) return;
    change({ step: 'opening', reason: undefined });
    try {
      const { maxBytes } = await calls.open(right);
      change({ step: 'ready', maxBytes });
    } catch (failure) {
      fail(failure, 'not-opened');
    }
  }

  async function send(file: File): Promise<void> {
    if (link === undefined) return;
    held = file;
    change({ step: 'sending', percent: 0, reason: undefined });
    try {
      const sealed = await seal(file, await readKey(link.key), link.id);
      await calls.put(right, sealed, (bytes) =>
        change({ percent: Math.min(99, Math.floor((bytes / sealed.size) * 100)) }),
      );
    } catch (failure) {
      const code = failure instanceof RelayFailure ? failure.code : undefined;
      // The answer to an earlier try was lost on its way: what used the link was this document.
      if (code === 'RELAY_USED' && mayHaveArrived) return follow();
      mayHaveArrived ||= code === 'offline';
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
        const { state: now } = await calls.look(right);
        if (now === 'taken' || now === 'cancelled') {
          change({ step: now });
          if (now === 'taken') onTaken?.();
          return;
        }
      } catch (failure) {
        if (!(failure instanceof RelayFailure) || !isPassing(failure)) return fail(failure, 'not-sent');
      }
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  }

  return {
    state,
    subscribe,
    open,
    send,
    /** Sends again what could not be sent. */
    async retry(): Promise<void> {
      if (held) await send(held);
    },
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
