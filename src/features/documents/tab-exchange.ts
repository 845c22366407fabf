import * as v from 'valibot';
import { descriptionSchema } from './document-files.ts';

/** A document whose bytes this device does not have: only the page where it was chosen does. */
const heldSchema = v.object({
  draftId: v.string(),
  slot: v.string(),
  description: v.object({ ...descriptionSchema.entries, attachment: v.string() }),
  /** Attachments that stood in the slot before and could not be replaced on the disk; the latest last. */
  replaced: v.pipe(v.array(v.string()), v.readonly()),
  bytes: v.instance(Blob),
});
export type HeldDocument = Readonly<v.InferOutput<typeof heldSchema>>;
type HeldPlace = Pick<HeldDocument, 'draftId' | 'slot'> & { readonly attachment: string };

const messageSchema = v.variant('type', [
  /** This tab has the draft from now on: who has documents of it that are not on the disk? */
  v.object({ type: v.literal('wanted'), draftId: v.string() }),
  v.object({ type: v.literal('here'), documents: v.array(heldSchema) }),
  /** The tab that has the draft has this document by now. */
  v.object({ type: v.literal('taken'), draftId: v.string(), slot: v.string(), attachment: v.string() }),
]);
type DocumentMessage = v.InferOutput<typeof messageSchema>;

interface TabExchangeHooks {
  /** What this page has of a draft's documents and the disk does not. */
  heldOf(draftId: string): readonly HeldDocument[];
  /** Takes a document into a draft that this page has open; resolves to whether the page has it then. */
  take(held: HeldDocument): Promise<boolean>;
  /** The tab that has the draft has this document. */
  onTaken(place: HeldPlace): void;
}

/** As every release has called it: a page of another one, open beside this, is to be understood. */
const CHANNEL = 'document-hand-over';

/**
 * Documents that this device could not keep follow their draft from tab to tab: who opens or takes over a draft asks for
 * them, and who has them when a draft is taken away offers them. Where the browser has no locks every tab owns what it
 * opens (drafts/tabs.ts), and each keeps its own. A message of another version of the page that cannot be read is ignored.
 */
export function createTabExchange({ heldOf, take, onTaken }: TabExchangeHooks) {
  const isPossible = typeof BroadcastChannel === 'function' && navigator.locks !== undefined;
  const channel = isPossible ? new BroadcastChannel(CHANNEL) : undefined;
  const post = (message: DocumentMessage) => {
    try {
      channel?.postMessage(message);
    } catch {
      // An engine that sends no files from page to page: they stay here.
    }
  };
  const offer = (draftId: string) => {
    const documents = [...heldOf(draftId)];
    if (documents.length > 0) post({ type: 'here', documents });
  };
  const takeAll = async (documents: readonly HeldDocument[]) => {
    for (const held of documents) {
      const { draftId, slot, description } = held;
      if (await take(held)) post({ type: 'taken', draftId, slot, attachment: description.attachment });
    }
  };
  channel?.addEventListener('message', ({ data }) => {
    const message = v.safeParse(messageSchema, data);
    if (!message.success) return;
    if (message.output.type === 'wanted') offer(message.output.draftId);
    else if (message.output.type === 'here') void takeAll(message.output.documents);
    else onTaken(message.output);
  });
  return {
    offer,
    /** This page has the draft from now on. */
    ask: (draftId: string) => post({ type: 'wanted', draftId }),
  };
}
