import type { Draft } from '#features/drafts/draft.ts';
import { type GivenNote, noteGiven } from '#features/drafts/handover-notes.ts';
import { createRecordHolder } from '#platform/holder.ts';
import { isPassing, RelayFailure, type Right } from '../relay/relay-calls.ts';
import { canSeal, newKey, seal } from '../relay/seal.ts';
import { makeChunkSize } from '../upload.ts';
import { type HandoverCalls, handoverCalls } from './handover-calls.ts';
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
  readonly calls?: HandoverCalls;
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
export function createGiving({ isStill, onOffered, calls = handoverCalls, ...options }: GivingOptions) {
  const { againMs = AGAIN_MS, now = Date.now } = options;
  const chunk = makeChunkSize();
  const begin = canSeal() ? 'asking' : 'cannot-seal';
  const { state, change, subscribe } = createRecordHolder<GivingState>({ step: begin, percent: 0, isOffline: false });
  let right: Right | undefined;
  /** Counts beginnings: what an earlier one still does is nobody's business any more. */
  let runs = 0;

  const pause = () => new Promise<void>((resolve) => setTimeout(resolve, againMs));

  /** Brings all pieces; goes on by itself where the connection breaks. Whether it came to its end. */
  async function bring(sealed: Blob, own: Right, run: number): Promise<boolean> {
    let offset = 0;
    for (;;) {
      if (run !== runs) return false;
      const began = performance.now();
      try {
        const piece = sealed.slice(offset, offset + chunk.bytes);
        const onSent = (bytes: number) =>
          run === runs && change({ percent: Math.min(99, Math.floor(((offset + bytes) / sealed.size) * 100)) });
        const view = await calls.add(own, piece, { offset, size: sealed.size, onSent });
        chunk.arrived(piece.size, performance.now() - began);
        if (state().isOffline) change({ isOffline: false });
        if (view.state === 'arrived') return run === runs;
        offset = view.bytes;
      } catch (failure) {
        if (run !== runs) return false;
        if (!(failure instanceof RelayFailure)) throw failure;
        if (failure.code !== 'UPLOAD_CONFLICT' && !isPassing(failure)) throw failure;
        chunk.broke();
        change({ isOffline: failure.code === 'offline' });
        await pause();
        // As far as it has come, whatever the answer was that got lost.
        offset = await calls.look(own).then(
          ({ bytes }) => bytes,
          () => offset,
        );
      }
    }
  }

  async function start(parcel: Parcel): Promise<void> {
    if (begin === 'cannot-seal') return;
    void cancel();
    const run = runs;
    change({ step: 'sealing', percent: 0, isOffline: false, reason: undefined, link: undefined });
    try {
      const [{ key, text }, made] = await Promise.all([newKey(), calls.make()]);
      const own = { id: made.id, secret: made.writer };
      if (run !== runs) return void calls.withdraw(own).catch(() => {});
      right = own;
      const sealed = await seal(pack(parcel), key, made.id);
      if (run !== runs) return;
      change({ step: 'sending' });
      if (!(await bring(sealed, own, run))) return;
      const note = { id: parcel.draft.id, relay: made.id, writer: made.writer, state: 'offered', at: now() } as const;
      if (!isStill(parcel.draft)) return await fail('changed');
      if (!noteGiven(note)) return await fail('not-noted');
      right = undefined;
      onOffered(note);
      const link = linkToDraft(location.origin, { id: made.id, reader: made.reader, key: text });
      change({ step: 'offered', percent: 100, link, isOffline: false });
    } catch (failure) {
      if (run !== runs) return;
      const reason = failure instanceof RelayFailure && failure.code !== 'offline' ? failure.detail : undefined;
      await fail('not-made', reason);
    }
  }

  async function fail(step: GivingStep, reason?: string): Promise<void> {
    const left = right;
    right = undefined;
    change({ step, reason, isOffline: false });
    if (left) await calls.withdraw(left).catch(() => {});
  }

  /** Ends what is not offered yet. */
  async function cancel(): Promise<void> {
    runs += 1;
    const left = right;
    right = undefined;
    if (state().step !== 'offered') change({ step: begin, percent: 0, isOffline: false });
    if (left) await calls.withdraw(left).catch(() => {});
  }

  return {
    state,
    subscribe,
    start,
    cancel,
  };
}
export type Giving = ReturnType<typeof createGiving>;
