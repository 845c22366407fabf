import type { Draft } from '#features/drafts/draft.ts';
import { type GivenNote, noteGiven } from '#features/drafts/draft-notes.ts';
import { canEncrypt, encryptFile, newKey } from '../transfer/encrypt-file.ts';
import { createLinkMachine, type LinkState } from '../transfer/link-machine.ts';
import { sendContent } from '../transfer/send-content.ts';
import { reasonOf, type TransferCalls, transferCalls } from '../transfer/transfer-calls.ts';
import { linkToDraft } from './handover-link.ts';
import { type Parcel, pack } from './parcel.ts';

/** The state at the device that has the draft; at `cannot-seal` it never begins. */
export type GivingStep =
  | 'cannot-seal'
  | 'asking'
  | 'sealing'
  | 'sending'
  | 'offered'
  | 'not-made'
  | 'changed'
  | 'not-noted';

export type GivingState = LinkState<GivingStep>;

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

/**
 * Encrypts a draft, sends it to the server in pieces, and then shows a link for another device. The note on this device is
 * written last. If the page is closed before, no one can open the bytes on the server.
 */
export function createGiving({ isStill, onOffered, calls = transferCalls, againMs = 2000, ...options }: GivingOptions) {
  const { now = Date.now } = options;
  const begin = canEncrypt() ? 'asking' : 'cannot-seal';
  const first: GivingState = { step: begin, percent: 0, isOffline: false };
  const { state, subscribe, run, end } = createLinkMachine(first, calls, () => againMs);

  async function start(parcel: Parcel): Promise<void> {
    if (begin === 'cannot-seal') return;
    void cancel();
    await run(
      { step: 'sealing', percent: 0, link: undefined },
      async ({ show, owns, again }) => {
        const [{ key, text }, { id, reader, writer }] = await Promise.all([newKey(), calls.create({ kind: 'draft' })]);
        const own = { id, secret: writer };
        owns(own);
        const content = sendContent(calls, own, await encryptFile(pack(parcel), key, id));
        show({ step: 'sending' });
        await again(() => content.goOn((percent) => show({ percent, isOffline: false })));
        const note = { id: parcel.draft.id, relay: id, writer, state: 'offered', at: now() } as const;
        if (!isStill(parcel.draft)) return { step: 'changed' };
        if (!noteGiven(note)) return { step: 'not-noted' };
        owns(undefined);
        onOffered(note);
        show({ step: 'offered', percent: 100, link: linkToDraft(location.origin, { id, reader, key: text }) });
        return {};
      },
      (failure) => ({ step: 'not-made', reason: reasonOf(failure) }),
    );
  }

  /** Ends what is not offered yet. */
  const cancel = (): Promise<void> =>
    end(state().step === 'offered' ? {} : { step: begin, percent: 0, isOffline: false });

  return { state, subscribe, start, cancel };
}
export type Giving = ReturnType<typeof createGiving>;
