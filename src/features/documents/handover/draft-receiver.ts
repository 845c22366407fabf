import type { Draft } from '#features/drafts/draft.ts';
import { loadDraft } from '#features/drafts/draft-database.ts';
import { type ClaimedNote, findClaimed, noteClaimed } from '#features/drafts/draft-notes.ts';
import { readFrom } from '#platform/database.ts';
import { roomLeft } from '#platform/free-space.ts';
import { canEncrypt, DecryptionFailed, randomSecret, readKey } from '../transfer/encrypt-file.ts';
import { createLinkMachine, endedBy, type LinkRun, type LinkState } from '../transfer/link-machine.ts';
import { receiveContent } from '../transfer/receive-content.ts';
import { type Access, type TransferCalls, TransferFailure, transferCalls } from '../transfer/transfer-calls.ts';
import { BundleTooNew, NoDraftBundle, unpack } from './draft-bundle.ts';
import type { DeviceLink } from './handover-link.ts';
import { activateReceived, discardReceived, isReceived, storeReceived } from './received-draft.ts';

/** The state at the device that receives the draft. All but the first three wait for the person. */
export type DraftReceiverStep =
  | 'opening'
  | 'fetching'
  | 'storing'
  | 'done'
  | 'no-link'
  | 'cannot-decrypt'
  | 'no-storage'
  | 'no-room'
  | 'used'
  | 'expired'
  | 'cancelled'
  | 'unreadable'
  | 'too-new'
  | 'not-stored'
  | 'refused';

export interface DraftReceiverState extends LinkState<DraftReceiverStep> {
  /** The size of all of it, once it is known. */
  readonly bytes: number;
  /** The draft on this device, once it is active. */
  readonly draft?: Draft | undefined;
}

interface DraftReceiverOptions {
  readonly calls?: TransferCalls;
  /** Milliseconds before a request is retried. */
  readonly retryMs?: number;
  readonly room?: () => Promise<number | undefined>;
  readonly onReceived?: (draft: Draft) => Promise<void>;
}

/** Room that a device needs besides the bytes themselves. */
const AROUND_BYTES = 2 * 1024 * 1024;

/**
 * Receives a draft by its link: claims it for this device, fetches and decrypts it, and stores it. Only then it tells the
 * server, which ends the link. If anything fails before, the same device can open the same link again.
 */
export function createDraftReceiver(link: DeviceLink | undefined, options: DraftReceiverOptions = {}) {
  const { calls = transferCalls, retryMs = 2000, room = roomLeft, onReceived } = options;
  const begin: DraftReceiverState = { step: beginOf(link), percent: 0, isOffline: false, bytes: 0 };
  const { state, subscribe, run, end } = createLinkMachine(begin, calls, () => retryMs);
  type Run = LinkRun<DraftReceiverState>;

  async function receive({ id, reader, key }: DeviceLink, flow: Run): Promise<Partial<DraftReceiverState>> {
    const { show, retry } = flow;
    if (!(await isStorageThere())) return { step: 'no-storage' };
    const known = findClaimed(id);
    const { bytes } = await retry(() => calls.view({ id, secret: reader }));
    show({ bytes });
    const left = await room();
    // Checked before the claim, so that a device with more room can still open the link.
    if (!known && left !== undefined && left < bytes + AROUND_BYTES) return { step: 'no-room' };
    const note = known ?? { relay: id, claim: randomSecret(), draftId: crypto.randomUUID(), at: Date.now() };
    if (!noteClaimed(note)) return { step: 'no-storage' };
    const { state: transferState } = await retry(() => calls.claim({ id, secret: reader }, note.claim));
    const own = { id, secret: note.claim };
    if (transferState !== 'taken' && !(await isReceived(id))) await fetchAndStore(own, note, key, flow);
    return acknowledge(own, note, flow);
  }

  async function fetchAndStore(
    own: Access,
    { draftId }: ClaimedNote,
    key: string,
    { show, retry }: Run,
  ): Promise<void> {
    show({ step: 'fetching' });
    const content = receiveContent(calls, own, state().bytes);
    await retry(() => content.fetchRest((percent) => show({ percent })));
    const bundle = await unpack(await content.decrypt(await keyIn(key)));
    show({ step: 'storing', percent: 100 });
    await storeReceived(bundle, own.id, draftId);
  }

  /** All of it is on the disk. Once the server has answered, the draft is ours. */
  async function acknowledge(
    own: Access,
    { draftId }: ClaimedNote,
    { show, retry }: Run,
  ): Promise<Partial<DraftReceiverState>> {
    show({ step: 'storing' });
    try {
      await retry(() => calls.acknowledge(own));
    } catch (failure) {
      if (failure instanceof TransferFailure) await discardReceived(own.id, draftId).catch(() => {});
      throw failure;
    }
    const draft = (await activateReceived(own.id, Date.now())) ?? (await loadDraft(draftId, Date.now()));
    if (draft === undefined) return { step: 'used' };
    await onReceived?.(draft);
    return { step: 'done', draft, percent: 100 };
  }

  return {
    state,
    subscribe,
    /** Does all of it. A second call continues where it failed. Never rejects. */
    async open(): Promise<void> {
      if (link === undefined || !canEncrypt()) return;
      await run({ step: 'opening', percent: 0 }, (flow) => receive(link, flow), afterFailure);
    },
    end,
  };
}
export type DraftReceiver = ReturnType<typeof createDraftReceiver>;

function afterFailure(failure: unknown): Partial<DraftReceiverState> {
  if (failure instanceof BundleTooNew) return { step: 'too-new' };
  if (failure instanceof DecryptionFailed || failure instanceof NoDraftBundle) return { step: 'unreadable' };
  return failure instanceof TransferFailure ? endedBy(failure, 'refused') : { step: 'not-stored' };
}

function beginOf(link: DeviceLink | undefined): DraftReceiverStep {
  if (link === undefined) return 'no-link';
  return canEncrypt() ? 'opening' : 'cannot-decrypt';
}

/** Rejects with DecryptionFailed if the text is not a key. */
const keyIn = (text: string): Promise<CryptoKey> =>
  readKey(text).catch((cause) => {
    throw new DecryptionFailed('not a key', { cause });
  });

const isStorageThere = (): Promise<boolean> =>
  readFrom(['notes'], ({ store }) => store.getAllKeys()).then(
    () => true,
    () => false,
  );
