import type { Draft } from '#features/drafts/draft.ts';
import { loadDraft } from '#features/drafts/draft-database.ts';
import { type ClaimedNote, findClaimed, noteClaimed } from '#features/drafts/draft-notes.ts';
import { readFrom } from '#platform/database.ts';
import { roomLeft } from '#platform/free-space.ts';
import { canEncrypt, DecryptionFailed, randomSecret, readKey } from '../transfer/encrypt-file.ts';
import { createLinkMachine, endedBy, type LinkRun, type LinkState } from '../transfer/link-machine.ts';
import { receiveContent } from '../transfer/receive-content.ts';
import { type Access, type TransferCalls, TransferFailure, transferCalls } from '../transfer/transfer-calls.ts';
import { discardArriving, isArriving, keepArriving, settleArriving } from './arriving-draft.ts';
import type { DeviceLink } from './handover-link.ts';
import { NoParcel, ParcelTooNew, unpack } from './parcel.ts';

/** How far it is at the device that takes a draft. All but the first four wait for the person. */
export type TakingStep =
  | 'opening'
  | 'fetching'
  | 'keeping'
  | 'done'
  | 'no-link'
  | 'cannot-open'
  | 'no-storage'
  | 'no-room'
  | 'used'
  | 'expired'
  | 'cancelled'
  | 'unreadable'
  | 'too-new'
  | 'not-kept'
  | 'refused';

export interface TakingState extends LinkState<TakingStep> {
  /** Bytes of all of it, once they are known. */
  readonly bytes: number;
  /** As it is on this device now. */
  readonly draft?: Draft | undefined;
}

interface TakingOptions {
  readonly calls?: TransferCalls;
  /** Milliseconds before a request is made again. */
  readonly againMs?: number;
  readonly room?: () => Promise<number | undefined>;
  readonly onTaken?: (draft: Draft) => Promise<void>;
}

/** What a device needs beside the bytes themselves. */
const AROUND_BYTES = 2 * 1024 * 1024;

/**
 * Takes a draft by its link: claims it for this device, fetches and opens it, has all of it on the disk, and only then
 * says so to the server, which ends the link. Before that nothing is used up: whatever fails, the same device opens the
 * same link again.
 */
export function createTaking(link: DeviceLink | undefined, options: TakingOptions = {}) {
  const { calls = transferCalls, againMs = 2000, room = roomLeft, onTaken } = options;
  const begin: TakingState = { step: beginOf(link), percent: 0, isOffline: false, bytes: 0 };
  const { state, subscribe, run, end } = createLinkMachine(begin, calls, () => againMs);
  type Run = LinkRun<TakingState>;

  async function take({ id, reader, key }: DeviceLink, flow: Run): Promise<Partial<TakingState>> {
    const { show, again } = flow;
    if (!(await isStorageThere())) return { step: 'no-storage' };
    const known = findClaimed(id);
    const { bytes } = await again(() => calls.view({ id, secret: reader }));
    show({ bytes });
    const left = await room();
    // Before the link is anybody's: it is opened where there is room.
    if (!known && left !== undefined && left < bytes + AROUND_BYTES) return { step: 'no-room' };
    const note = known ?? { relay: id, claim: randomSecret(), draftId: crypto.randomUUID(), at: Date.now() };
    if (!noteClaimed(note)) return { step: 'no-storage' };
    const { state: standing } = await again(() => calls.claim({ id, secret: reader }, note.claim));
    const own = { id, secret: note.claim };
    if (standing !== 'taken' && !(await isArriving(id))) await fetchAndKeep(own, note, key, flow);
    return acknowledge(own, note, flow);
  }

  async function fetchAndKeep(own: Access, { draftId }: ClaimedNote, key: string, { show, again }: Run): Promise<void> {
    show({ step: 'fetching' });
    const content = receiveContent(calls, own, state().bytes);
    await again(() => content.goOn((percent) => show({ percent })));
    const parcel = await unpack(await content.open(await keyIn(key)));
    show({ step: 'keeping', percent: 100 });
    await keepArriving(parcel, own.id, draftId);
  }

  /** All of it is on the disk: from the answer on it is ours. */
  async function acknowledge(
    own: Access,
    { draftId }: ClaimedNote,
    { show, again }: Run,
  ): Promise<Partial<TakingState>> {
    show({ step: 'keeping' });
    try {
      await again(() => calls.acknowledge(own));
    } catch (failure) {
      if (failure instanceof TransferFailure) await discardArriving(own.id, draftId).catch(() => {});
      throw failure;
    }
    const draft = (await settleArriving(own.id, Date.now())) ?? (await loadDraft(draftId, Date.now()));
    if (draft === undefined) return { step: 'used' };
    await onTaken?.(draft);
    return { step: 'done', draft, percent: 100 };
  }

  return {
    state,
    subscribe,
    /** Does all of it; a second time goes on where it failed. Never rejects. */
    async open(): Promise<void> {
      if (link === undefined || !canEncrypt()) return;
      await run({ step: 'opening', percent: 0 }, (flow) => take(link, flow), afterFailure);
    },
    end,
  };
}
export type Taking = ReturnType<typeof createTaking>;

function afterFailure(failure: unknown): Partial<TakingState> {
  if (failure instanceof ParcelTooNew) return { step: 'too-new' };
  if (failure instanceof DecryptionFailed || failure instanceof NoParcel) return { step: 'unreadable' };
  return failure instanceof TransferFailure ? endedBy(failure, 'refused') : { step: 'not-kept' };
}

function beginOf(link: DeviceLink | undefined): TakingStep {
  if (link === undefined) return 'no-link';
  return canEncrypt() ? 'opening' : 'cannot-open';
}

/** A text of the right length is a key for some draft; any other is none. */
const keyIn = (text: string): Promise<CryptoKey> =>
  readKey(text).catch((cause) => {
    throw new DecryptionFailed('this is no key', { cause });
  });

const isStorageThere = (): Promise<boolean> =>
  readFrom(['notes'], ({ store }) => store.getAllKeys()).then(
    () => true,
    () => false,
  );
