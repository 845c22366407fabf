import type { Draft } from '#features/drafts/draft.ts';
import { loadDraft } from '#features/drafts/draft-database.ts';
import { type ClaimedNote, findClaimed, noteClaimed } from '#features/drafts/handover-notes.ts';
import { readFrom } from '#platform/database.ts';
import { createRecordHolder } from '#platform/holder.ts';
import { roomLeft } from '#platform/room-left.ts';
import { receiveContent } from '../transfer/receive-content.ts';
import { canSeal, NotUnsealed, randomSecret, readKey } from '../transfer/seal.ts';
import {
  type Access,
  endOf,
  Left,
  persist,
  reasonOf,
  type TransferCalls,
  TransferFailure,
  transferCalls,
} from '../transfer/transfer-calls.ts';
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

export interface TakingState {
  readonly step: TakingStep;
  /** Per cent that have come. */
  readonly percent: number;
  /** The last request had no answer; it is made again. */
  readonly isOffline: boolean;
  /** Bytes of all of it, once they are known. */
  readonly bytes: number;
  readonly reason?: string | undefined;
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

const AGAIN_MS = 2000;
/** What a device needs beside the bytes themselves. */
const AROUND_BYTES = 2 * 1024 * 1024;

/**
 * Takes a draft by its link: claims it for this device, fetches and opens it, has all of it on the disk, and only then
 * says so to the server, which ends the link. Before that nothing is used up: whatever fails, the same device opens the
 * same link again.
 */
export function createTaking(link: DeviceLink | undefined, options: TakingOptions = {}) {
  const { calls = transferCalls, againMs = AGAIN_MS, room = roomLeft, onTaken } = options;
  const begin: TakingState = { step: beginOf(link), percent: 0, isOffline: false, bytes: 0 };
  const { state, change, subscribe } = createRecordHolder(begin);
  let isLeft = false;

  const again = <Result>(ask: () => Promise<Result>): Promise<Result> =>
    persist(ask, { isLeft: () => isLeft, change, againMs });

  async function take({ id, reader, key }: DeviceLink): Promise<void> {
    if (!(await isStorageThere())) return change({ step: 'no-storage' });
    const known = findClaimed(id);
    const { bytes } = await again(() => calls.view({ id, secret: reader }));
    change({ bytes });
    const left = await room();
    // Before the link is anybody's: it is opened where there is room.
    if (!known && left !== undefined && left < bytes + AROUND_BYTES) return change({ step: 'no-room' });
    const note = known ?? { relay: id, claim: randomSecret(), draftId: crypto.randomUUID(), at: Date.now() };
    if (!noteClaimed(note)) return change({ step: 'no-storage' });
    const { state: standing } = await again(() => calls.claim({ id, secret: reader }, note.claim));
    const own = { id, secret: note.claim };
    if (standing !== 'taken' && !(await isArriving(id))) await fetchAndKeep(own, note, key, bytes);
    await acknowledge(own, note);
  }

  async function fetchAndKeep(own: Access, { draftId }: ClaimedNote, key: string, bytes: number): Promise<void> {
    change({ step: 'fetching' });
    const content = receiveContent(calls, own, bytes);
    await again(() => content.goOn((percent) => change({ percent })));
    const parcel = await unpack(await content.open(await keyIn(key)));
    change({ step: 'keeping', percent: 100 });
    await keepArriving(parcel, own.id, draftId).catch((cause) => {
      throw new NotKept('this device did not take it', { cause });
    });
  }

  /** All of it is on the disk: from the answer on it is ours. */
  async function acknowledge(own: Access, { draftId }: ClaimedNote): Promise<void> {
    change({ step: 'keeping' });
    try {
      await again(() => calls.acknowledge(own));
    } catch (failure) {
      if (failure instanceof TransferFailure) await discardArriving(own.id, draftId).catch(() => {});
      throw failure;
    }
    const draft = (await settleArriving(own.id, Date.now())) ?? (await loadDraft(draftId, Date.now()));
    if (draft === undefined) return change({ step: 'used' });
    await onTaken?.(draft);
    change({ step: 'done', draft, percent: 100 });
  }

  function fail(failure: unknown): void {
    if (failure instanceof Left) return;
    if (failure instanceof ParcelTooNew) change({ step: 'too-new' });
    else if (failure instanceof NotUnsealed || failure instanceof NoParcel) change({ step: 'unreadable' });
    else if (!(failure instanceof TransferFailure)) change({ step: 'not-kept' });
    else {
      const end = endOf(failure);
      change(end ? { step: end } : { step: 'refused', reason: reasonOf(failure) });
    }
  }

  return {
    state,
    subscribe,
    /** Does all of it; a second time goes on where it failed. Never rejects. */
    async open(): Promise<void> {
      if (link === undefined || !canSeal()) return;
      isLeft = false;
      change({ step: 'opening', percent: 0, isOffline: false, reason: undefined });
      await take(link).catch(fail);
    },
    end() {
      isLeft = true;
    },
  };
}
export type Taking = ReturnType<typeof createTaking>;

/** The disk did not take it. */
class NotKept extends Error {
  override readonly name = 'NotKept';
}

function beginOf(link: DeviceLink | undefined): TakingStep {
  if (link === undefined) return 'no-link';
  return canSeal() ? 'opening' : 'cannot-open';
}

/** A text of the right length is a key for some draft; any other is none. */
const keyIn = (text: string): Promise<CryptoKey> =>
  readKey(text).catch((cause) => {
    throw new NotUnsealed('this is no key', { cause });
  });

const isStorageThere = (): Promise<boolean> =>
  readFrom(['notes'], ({ store }) => store.getAllKeys()).then(
    () => true,
    () => false,
  );
