import type { AppStore } from '#app/store.ts';
import type { DocumentReference } from '#contract/applications.ts';
import { type ConfirmedApplication, sendApplication } from '../send-application.ts';
import { documentsOf } from './documents-of.ts';
import type { Delivery } from './drain.ts';
import type { OutboxEntry } from './entry.ts';
import { replaceEntry } from './outbox-storage.ts';

/** What this page knows beyond the disk. */
export interface Attempts {
  /** What was confirmed here and not tried yet: the person is watching. */
  readonly fresh: Map<string, ConfirmedApplication>;
  /** Takes an attempt back while it waits for documents. */
  readonly leaving: Map<string, AbortController>;
}

/**
 * One attempt to bring an entry to the server. What the PUT names is written down before it goes out: when its reply is
 * lost, the same PUT is repeated word for word, and the server knows it by that.
 */
export async function sendEntry(store: AppStore, entry: OutboxEntry, attempts: Attempts): Promise<Delivery> {
  const application = attempts.fresh.get(entry.id);
  attempts.fresh.delete(entry.id);
  const { references } = entry;
  const controller = new AbortController();
  attempts.leaving.set(entry.id, controller);
  const outcome = await sendApplication(
    store.dispatch,
    entry.id,
    {
      ...entry,
      whenUploaded: async (signal) =>
        references ? { ok: true, documents: references } : documentsOf(store, entry, signal),
    },
    { signal: controller.signal, quiet: application === undefined, beforePut: (named) => noted(entry, named) },
  );
  attempts.leaving.delete(entry.id);
  if (outcome.kind === 'sent') return { kind: 'sent' };
  if (outcome.kind === 'given-up') return { kind: 'withdrawn' };
  if (outcome.again) return { kind: 'later' };
  // The uploads of the attempt before have ended on the server: the documents are here, and are brought once more.
  if (references && outcome.failure.code === 'UPLOAD_MISMATCH')
    return sendEntry(store, withoutReferences(entry), attempts);
  return { kind: 'refused', failure: outcome.failure };
}

const noted = (entry: OutboxEntry, references: DocumentReference[]): Promise<boolean> =>
  replaceEntry({ ...entry, references });

function withoutReferences({ references: _gone, ...entry }: OutboxEntry): OutboxEntry {
  return entry;
}
