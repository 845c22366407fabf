import type { RejectedFile } from '#components/upload/accepted-files.ts';
import { TRANSFER_LIFE_MS } from '#contract/transfers.ts';
import { DecryptionFailed, newKey } from '../transfer/encrypt-file.ts';
import { createLinkMachine, type LinkRun, type LinkState } from '../transfer/link-machine.ts';
import { receiveContent } from '../transfer/receive-content.ts';
import {
  type Access,
  endOf,
  reasonOf,
  type TransferCalls,
  TransferFailure,
  transferCalls,
} from '../transfer/transfer-calls.ts';
import { unpackDocument } from './phone-document.ts';
import { type LinkedSlot, linkTo, tagOf } from './phone-link.ts';

/** The state at the computer. The last five end it, and so does `arrived`, after the last document. */
export type DocumentReceiverStep =
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

/** The link is shown until the phone has sent the first document. */
export interface DocumentReceiverState extends LinkState<DocumentReceiverStep> {
  /** Received documents, the last one at the end. */
  readonly documents: readonly ReceivedDocument[];
}

/** A received document. */
interface ReceivedDocument {
  readonly label: string;
  /** Why its slot refused it. */
  readonly reason?: string | undefined;
}

interface DocumentReceiverOptions {
  readonly draftId: string;
  /** The slots that are open now, with their names here. There is at least one. */
  readonly slots: () => readonly LinkedSlot[];
  /** Puts the file into its slot as if it had been chosen; resolves with the reason if it is refused. */
  readonly onUse: (slot: string, file: File) => Promise<RejectedFile | undefined>;
  readonly calls?: TransferCalls;
  /** Milliseconds between two requests while the phone sends nothing. */
  readonly everyMs?: number;
  readonly now?: () => number;
}

/** All requests of a school may come from one address, and share its rate limit. */
const EVERY_MS = 4000;
/** Tries to acknowledge a document. Without an acknowledgement, the server keeps the encrypted bytes until the link expires. */
const ACKNOWLEDGE_TRIES = 5;

/**
 * The computer's side: makes a link, asks for its state, and puts one document after the other into its slot. Each names
 * the transfer of the next one.
 */
export function createDocumentReceiver({
  draftId,
  slots,
  onUse,
  calls = transferCalls,
  ...options
}: DocumentReceiverOptions) {
  const { everyMs = EVERY_MS, now = Date.now } = options;
  const first: DocumentReceiverState = { step: 'making', percent: 0, isOffline: false, documents: [] };
  const pauseMs = ({ step }: DocumentReceiverState) => (step === 'sending' ? everyMs / 4 : everyMs);
  const { state, subscribe, run, pause, end } = createLinkMachine(first, calls, pauseMs, now);
  type Run = LinkRun<DocumentReceiverState>;

  /** Polls until all bytes are on the server. Resolves with their number. */
  async function waitForContent(own: Access, until: number, { show, retry }: Run): Promise<number> {
    for (;;) {
      await pause();
      const view = await retry(() => calls.view(own), until);
      if (view.state === 'arrived') return view.bytes;
      if (view.state === 'cancelled' || view.state === 'taken') throw new TransferFailure('LINK_CANCELLED');
      // After the first document the phone is known to have the link.
      show({ step: view.state === 'waiting' && !state().link ? 'opened' : view.state });
    }
  }

  /** Puts one document into its slot. Resolves with the transfer of the next one; undefined after the last. */
  async function receive(own: Access, key: CryptoKey, wanted: readonly LinkedSlot[], flow: Run) {
    const { show, check, owns, retry } = flow;
    const until = now() + TRANSFER_LIFE_MS.document;
    const content = receiveContent(calls, own, await waitForContent(own, until, flow));
    show({ step: 'fetching' });
    await retry(() => content.fetchRest(() => undefined), until);
    const document = await unpackDocument(await content.decrypt(key));
    check();
    const label = wanted.find(({ slot }) => slot === document?.slot)?.label;
    if (document === undefined || label === undefined) throw new DecryptionFailed('not for a slot of this form');
    const rejected = await onUse(document.slot, document.file);
    void acknowledge(own);
    owns(document.next);
    const others = state().documents.filter((one) => one.label !== label);
    show({
      step: document.next ? 'opened' : 'arrived',
      link: undefined,
      documents: [...others, { label, reason: rejected?.message }],
    });
    return document.next;
  }

  async function acknowledge(own: Access): Promise<void> {
    for (let tries = 1; tries <= ACKNOWLEDGE_TRIES; tries += 1) {
      try {
        return await calls.acknowledge(own);
      } catch {
        await pause();
      }
    }
  }

  /** Makes a link, and receives until it ends. */
  async function start(): Promise<void> {
    void end();
    const wanted = slots();
    await run(
      { step: 'making', link: undefined, documents: [] },
      async (flow) => {
        const [{ key, text }, tag, { id, reader, writer }] = await Promise.all([
          newKey(),
          tagOf(draftId),
          calls.create({ kind: 'document', slot: wanted[0]?.slot ?? '' }),
        ]);
        let next: Access | undefined = { id, secret: reader };
        flow.owns(next);
        flow.show({ step: 'waiting', link: linkTo(location.origin, { id, writer, key: text, slots: wanted, tag }) });
        while (next) next = await receive(next, key, wanted, flow);
        return {};
      },
      (failure) => ({ ...afterFailure(failure, state().step), link: undefined }),
    );
  }

  return { state, subscribe, start, end };
}

function afterFailure(failure: unknown, step: DocumentReceiverStep): Partial<DocumentReceiverState> {
  if (step === 'making') return { step: 'not-made', reason: reasonOf(failure) };
  if (!(failure instanceof TransferFailure)) return { step: 'unreadable' };
  const end = endOf(failure);
  return { step: end === 'cancelled' || end === 'used' ? 'cancelled' : 'expired' };
}
export type DocumentReceiver = ReturnType<typeof createDocumentReceiver>;
