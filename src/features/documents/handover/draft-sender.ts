import type { Draft } from '#features/drafts/draft.ts';
import { type HandoverNote, noteHandover } from '#features/drafts/draft-notes.ts';
import { canEncrypt, encryptFile, newKey } from '../transfer/encrypt-file.ts';
import { createLinkMachine, type LinkState } from '../transfer/link-machine.ts';
import { sendContent } from '../transfer/send-content.ts';
import { reasonOf, type TransferCalls, transferCalls } from '../transfer/transfer-calls.ts';
import { type DraftBundle, pack } from './draft-bundle.ts';
import { linkToDraft } from './handover-link.ts';

/** The state at the device that has the draft. `cannot-encrypt`: it never begins. */
export type DraftSenderStep =
  | 'cannot-encrypt'
  | 'asking'
  | 'encrypting'
  | 'sending'
  | 'offered'
  | 'not-made'
  | 'changed'
  | 'not-noted';

export type DraftSenderState = LinkState<DraftSenderStep>;

interface DraftSenderOptions {
  /** Whether the draft is unchanged since it was packed, and this tab may change it. */
  readonly isUnchanged: (draft: Draft) => boolean;
  /** It was noted. From now on the draft is read-only here. */
  readonly onOffered: (note: HandoverNote) => void;
  readonly calls?: TransferCalls;
  /** Milliseconds before a request is retried. */
  readonly retryMs?: number;
  readonly now?: () => number;
}

/**
 * Encrypts a draft, sends it to the server in pieces, and then shows a link for another device. The note on this device is
 * written last. If the page is closed before, no one can open the bytes on the server.
 */
export function createDraftSender({
  isUnchanged,
  onOffered,
  calls = transferCalls,
  retryMs = 2000,
  ...options
}: DraftSenderOptions) {
  const { now = Date.now } = options;
  const begin = canEncrypt() ? 'asking' : 'cannot-encrypt';
  const first: DraftSenderState = { step: begin, percent: 0, isOffline: false };
  const { state, subscribe, run, end } = createLinkMachine(first, calls, () => retryMs);

  async function start(bundle: DraftBundle): Promise<void> {
    if (begin === 'cannot-encrypt') return;
    void cancel();
    await run(
      { step: 'encrypting', percent: 0, link: undefined },
      async ({ show, owns, retry }) => {
        const [{ key, text }, { id, reader, writer }] = await Promise.all([newKey(), calls.create({ kind: 'draft' })]);
        const own = { id, secret: writer };
        owns(own);
        const content = sendContent(calls, own, await encryptFile(pack(bundle), key, id));
        show({ step: 'sending' });
        await retry(() => content.sendRest((percent) => show({ percent, isOffline: false })));
        const note = { id: bundle.draft.id, relay: id, writer, state: 'offered', at: now() } as const;
        if (!isUnchanged(bundle.draft)) return { step: 'changed' };
        if (!noteHandover(note)) return { step: 'not-noted' };
        owns(undefined);
        onOffered(note);
        show({ step: 'offered', percent: 100, link: linkToDraft(location.origin, { id, reader, key: text }) });
        return {};
      },
      (failure) => ({ step: 'not-made', reason: reasonOf(failure) }),
    );
  }

  /** Cancels a link that is not offered yet. */
  const cancel = (): Promise<void> =>
    end(state().step === 'offered' ? {} : { step: begin, percent: 0, isOffline: false });

  return { state, subscribe, start, cancel };
}
export type DraftSender = ReturnType<typeof createDraftSender>;
