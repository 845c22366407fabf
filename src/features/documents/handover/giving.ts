import type { Draft } from '#features/drafts/draft.ts';
import { type GivenNote, noteGiven } from '#features/drafts/handover-notes.ts';
import { createRecordHolder } from '#platform/holder.ts';
import { canSeal, newKey, seal } from '../transfer/seal.ts';
import { sendContent } from '../transfer/send-content.ts';
import { type Access, persist, reasonOf, type TransferCalls, transferCalls } from '../transfer/transfer-calls.ts';
import { linkToDraft } from './handover-link.ts';
import { type Parcel, pack } from './parcel.ts';

/** How far it is at the device that has the draft; at `cannot-seal` it never begins. */
export type GivingStep =
  | 'cannot-seal'
  | 'asking'
  | 'sealing'
  | 'sending'
  | 'offered'
  | 'not-made'
  | 'changed'
  | 'not-noted';

export interface GivingState {
  readonly step: GivingStep;
  /** Per cent that have left. */
  readonly percent: number;
  /** For the other device. It has the key, so it is nowhere but here and on the screen. */
  readonly link?: string | undefined;
  /** The last request had no answer. */
  readonly isOffline: boolean;
  /** Why it was not made, in words. */
  readonly reason?: string | undefined;
}

interface GivingOptions {
  /** The draft is as it was sealed, and this tab may change it. */
  readonly isStill: (draft: Draft) => boolean;
  /** Noted: from now on it is read here, not changed. */
  readonly onOffered: (note: GivenNote) => void;
  readonly calls?: TransferCalls;
  /** Milliseconds before a request is made again. */
  readonly againMs?: number;
  readonly now?: () => number;
}

const AGAIN_MS = 2000;

/**
 * Seals a draft, brings it to the server in pieces, and then has a link for another device. Nothing is noted before all
 * of it has come: a page that is closed in between leaves bytes that nobody can open. Outside of Redux, since it has the
 * key.
 */
export function createGiving({ isStill, onOffered, calls = transferCalls, ...options }: GivingOptions) {
  const { againMs = AGAIN_MS, now = Date.now } = options;
  const begin = canSeal() ? 'asking' : 'cannot-seal';
  const { state, change, subscribe } = createRecordHolder<GivingState>({ step: begin, percent: 0, isOffline: false });
  let access: Access | undefined;
  /** Counts beginnings: what an earlier one still does is nobody's business any more. */
  let runs = 0;

  async function start(parcel: Parcel): Promise<void> {
    if (begin === 'cannot-seal') return;
    void cancel();
    const run = runs;
    const isLeft = () => run !== runs;
    const report = (changes: Partial<GivingState>) => isLeft() || change(changes);
    change({ step: 'sealing', percent: 0, isOffline: false, reason: undefined, link: undefined });
    try {
      const [{ key, text }, made] = await Promise.all([newKey(), calls.create({ kind: 'draft' })]);
      const own = { id: made.id, secret: made.writer };
      if (isLeft()) return void calls.cancel(own).catch(() => {});
      access = own;
      const content = sendContent(calls, own, await seal(pack(parcel), key, made.id));
      report({ step: 'sending' });
      const send = () => content.goOn((percent) => report({ percent, isOffline: false }));
      await persist(send, { isLeft, change: report, againMs });
      if (isLeft()) return;
      const note = { id: parcel.draft.id, relay: made.id, writer: made.writer, state: 'offered', at: now() } as const;
      if (!isStill(parcel.draft)) return await fail('changed');
      if (!noteGiven(note)) return await fail('not-noted');
      access = undefined;
      onOffered(note);
      const link = linkToDraft(location.origin, { id: made.id, reader: made.reader, key: text });
      change({ step: 'offered', percent: 100, link, isOffline: false });
    } catch (failure) {
      if (!isLeft()) await fail('not-made', reasonOf(failure));
    }
  }

  async function fail(step: GivingStep, reason?: string): Promise<void> {
    const left = access;
    access = undefined;
    change({ step, reason, isOffline: false });
    if (left) await calls.cancel(left).catch(() => {});
  }

  /** Ends what is not offered yet. */
  async function cancel(): Promise<void> {
    runs += 1;
    const left = access;
    access = undefined;
    if (state().step !== 'offered') change({ step: begin, percent: 0, isOffline: false });
    if (left) await calls.cancel(left).catch(() => {});
  }

  return {
    state,
    subscribe,
    start,
    cancel,
  };
}
export type Giving = ReturnType<typeof createGiving>;
