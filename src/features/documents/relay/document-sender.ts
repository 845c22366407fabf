import type { CreatedTransfer } from '#contract/transfers.ts';
import { canEncrypt, encryptFile, readKey } from '../transfer/encrypt-file.ts';
import { createLinkMachine, endedBy, type LinkRun, type LinkState } from '../transfer/link-machine.ts';
import { sendContent } from '../transfer/send-content.ts';
import { type Access, endOf, type TransferCalls, TransferFailure, transferCalls } from '../transfer/transfer-calls.ts';
import { packDocument } from './phone-document.ts';
import type { PhoneLink } from './phone-link.ts';

/** The state on the phone. */
export type DocumentSenderStep =
  | 'no-link'
  | 'cannot-encrypt'
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

export interface DocumentSenderState extends LinkState<DocumentSenderStep> {
  /** Bytes that a document may have. */
  readonly maxBytes: number;
  /** What was sent, by slot; `taken` once the computer has it. */
  readonly documents: Readonly<Record<string, 'sent' | 'taken'>>;
  /** The computer waits for another document. */
  readonly hasNext: boolean;
}

interface DocumentSenderOptions {
  readonly calls?: TransferCalls;
  /** Milliseconds between two requests. */
  readonly everyMs?: number;
  /** The computer has the document of that slot. */
  readonly onReceived?: (slot: string) => void;
  /** The link to keep for a reload: that of the next document. Undefined once nothing more can be sent. */
  readonly onLink?: (link: PhoneLink | undefined) => void;
}

/**
 * The phone's side: opens the link, encrypts a document and sends it, and asks until the computer has it. Each document
 * names the transfer of the next one, which the phone creates.
 */
export function createDocumentSender(link: PhoneLink | undefined, options: DocumentSenderOptions = {}) {
  const { calls = transferCalls, everyMs = 2000, onReceived, onLink } = options;
  let access: Access = { id: link?.id ?? '', secret: link?.writer ?? '' };
  const begin: DocumentSenderState = {
    step: beginOf(link),
    percent: 0,
    isOffline: false,
    maxBytes: Number.POSITIVE_INFINITY,
    documents: {},
    hasNext: true,
  };
  const { state, subscribe, run, pause, end } = createLinkMachine(begin, calls, () => everyMs);
  type Run = LinkRun<DocumentSenderState>;
  /** A document that is not sent yet. It is encrypted once. */
  let unsent: { readonly file: File; readonly slot: string; next?: CreatedTransfer } | undefined;
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
    unsent = { file, slot };
    content = undefined;
    await retry({ percent: 0 });
  }

  /** The slots that are still open after this one. */
  const slotsLeft = (slot: string) =>
    (link?.slots ?? []).filter((one) => one.slot !== slot && !state().documents[one.slot]);

  /** Sends the rest of a document that could not be sent. */
  async function retry(begin: Partial<DocumentSenderState> = {}): Promise<void> {
    const by = link;
    const document = unsent;
    if (by && document)
      await run({ ...begin, step: 'sending' }, (flow) => deliver(by, document, flow), failedAt('not-sent'));
  }

  async function deliver(by: PhoneLink, document: NonNullable<typeof unsent>, { show, check, retry: request }: Run) {
    const { file, slot } = document;
    if (slotsLeft(slot).length > 0)
      document.next ??= await calls.create({ kind: 'document', slot: by.slots[0]?.slot ?? slot });
    const { next } = document;
    const about = { file, slot, next: next && { id: next.id, secret: next.reader } };
    content ??= sendContent(calls, access, await encryptFile(packDocument(about), await readKey(by.key), access.id));
    await content.sendRest((percent) => show({ percent }));
    check();
    const sent = access;
    unsent = undefined;
    if (next) {
      access = { id: next.id, secret: next.writer };
      void calls.open(access).catch(() => {});
    }
    onLink?.(next && { ...by, id: next.id, writer: next.writer, slots: slotsLeft(slot) });
    show({ step: 'sent', percent: 100, documents: { ...state().documents, [slot]: 'sent' }, hasNext: Boolean(next) });
    // Until the computer has it, or the link has ended.
    for (;;) {
      const { state: now } = await request(() => calls.view(sent));
      if (now === 'cancelled') throw new TransferFailure('LINK_CANCELLED');
      if (now === 'taken') break;
      await pause();
    }
    onReceived?.(slot);
    const documents = { ...state().documents, [slot]: 'taken' } as const;
    // Otherwise the next document is being sent already.
    return state().step === 'sent' ? ({ documents, step: 'taken' } as const) : { documents };
  }

  return { state, subscribe, open, send, retry: () => retry(), end };
}
export type DocumentSender = ReturnType<typeof createDocumentSender>;

function beginOf(link: PhoneLink | undefined): DocumentSenderStep {
  if (link === undefined) return 'no-link';
  return canEncrypt() ? 'opening' : 'cannot-encrypt';
}
