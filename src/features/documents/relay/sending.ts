import type { CreatedTransfer } from '#contract/transfers.ts';
import { canEncrypt, encryptFile, readKey } from '../transfer/encrypt-file.ts';
import { createLinkMachine, endedBy, type LinkRun, type LinkState } from '../transfer/link-machine.ts';
import { sendContent } from '../transfer/send-content.ts';
import { type Access, endOf, type TransferCalls, TransferFailure, transferCalls } from '../transfer/transfer-calls.ts';
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

export interface SendingState extends LinkState<SendingStep> {
  /** Bytes that a document may have. */
  readonly maxBytes: number;
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

/**
 * The phone's side: opens the link, encrypts a document and sends it, and asks until the computer has it. Each document
 * names the transfer of the next one, which the phone creates.
 */
export function createSending(link: PhoneLink | undefined, options: SendingOptions = {}) {
  const { calls = transferCalls, everyMs = 2000, onTaken, onLink } = options;
  let access: Access = { id: link?.id ?? '', secret: link?.writer ?? '' };
  const begin: SendingState = {
    step: beginOf(link),
    percent: 0,
    isOffline: false,
    maxBytes: Number.POSITIVE_INFINITY,
    documents: {},
    hasNext: true,
  };
  const { state, subscribe, run, pause, end } = createLinkMachine(begin, calls, () => everyMs);
  type Run = LinkRun<SendingState>;
  /** What was not sent yet; encrypted once. */
  let held: { readonly file: File; readonly slot: string; next?: CreatedTransfer } | undefined;
  let content: ReturnType<typeof sendContent> | undefined;

  const failedAt = (step: 'not-opened' | 'not-sent') => (failure: unknown) => {
    if (endOf(failure)) onLink?.(undefined);
    return endedBy(failure, step);
  };

  async function open(): Promise<void> {
    if (link === undefined || !canEncrypt()) return;
    const opening = async () => ({ step: 'ready', maxBytes: (await calls.open(access)).maxBytes }) as const;
    await run({ step: 'opening' }, opening, failedAt('not-opened'));
  }

  async function send(file: File, slot: string): Promise<void> {
    held = { file, slot };
    content = undefined;
    await retry({ percent: 0 });
  }

  /** What is still to be sent after the document of a slot. */
  const slotsLeft = (slot: string) =>
    (link?.slots ?? []).filter((one) => one.slot !== slot && !state().documents[one.slot]);

  /** Sends what could not be sent, behind the bytes that the server has. */
  async function retry(begin: Partial<SendingState> = {}): Promise<void> {
    const by = link;
    const document = held;
    if (by && document)
      await run({ ...begin, step: 'sending' }, (flow) => deliver(by, document, flow), failedAt('not-sent'));
  }

  async function deliver(by: PhoneLink, document: NonNullable<typeof held>, { show, check, again }: Run) {
    const { file, slot } = document;
    if (slotsLeft(slot).length > 0)
      document.next ??= await calls.create({ kind: 'document', slot: by.slots[0]?.slot ?? slot });
    const { next } = document;
    const about = { file, slot, next: next && { id: next.id, secret: next.reader } };
    content ??= sendContent(calls, access, await encryptFile(packDocument(about), await readKey(by.key), access.id));
    await content.goOn((percent) => show({ percent }));
    check();
    const sent = access;
    held = undefined;
    if (next) {
      access = { id: next.id, secret: next.writer };
      void calls.open(access).catch(() => {});
    }
    onLink?.(next && { ...by, id: next.id, writer: next.writer, slots: slotsLeft(slot) });
    show({ step: 'sent', percent: 100, documents: { ...state().documents, [slot]: 'sent' }, hasNext: Boolean(next) });
    // Until the computer has it, or the link is over.
    for (;;) {
      const { state: now } = await again(() => calls.view(sent));
      if (now === 'cancelled') throw new TransferFailure('LINK_CANCELLED');
      if (now === 'taken') break;
      await pause();
    }
    onTaken?.(slot);
    const documents = { ...state().documents, [slot]: 'taken' } as const;
    // Otherwise the next document is on its way already.
    return state().step === 'sent' ? ({ documents, step: 'taken' } as const) : { documents };
  }

  return { state, subscribe, open, send, retry: () => retry(), end };
}
export type Sending = ReturnType<typeof createSending>;

function beginOf(link: PhoneLink | undefined): SendingStep {
  if (link === undefined) return 'no-link';
  return canEncrypt() ? 'opening' : 'cannot-seal';
}
