import { ageOf } from '#platform/age.ts';
import { waitingIds } from '#platform/application-records.ts';
import { ofDraft, readFrom, type Transaction, writeTo } from '#platform/database.ts';
import { isPageList } from '#platform/page-keys.ts';
import { DRAFT_LIFE_MS } from './draft.ts';
import { readCopies } from './draft-copy.ts';
import { ifNobodyOwns } from './tabs.ts';

const STORES = ['drafts', 'documents', 'files', 'outbox', 'quarantine'] as const;

/**
 * Deletes documents whose draft was never saved. Waits 24 hours, because without Web Locks we cannot tell whether another
 * tab still has the draft open. A document without a date gets `now`, in milliseconds since 1970.
 */
export async function deleteOrphans(now: number): Promise<void> {
  const ids = await findOrphans();
  for (const id of ids) await ifNobodyOwns(id, () => deleteIfOld(id, now));
}

/** Drafts that have documents or pages in work here, and nothing else. */
async function findOrphans(): Promise<ReadonlySet<string>> {
  return readFrom(STORES, async (transaction) => {
    const owners = new Set((await transaction.objectStore('documents').getAllKeys()).map(([draftId]) => draftId));
    for (const [draftId, slot] of await transaction.objectStore('files').getAllKeys())
      if (isPageList(slot)) owners.add(draftId);
    if (owners.size === 0) return owners;
    for (const id of await transaction.objectStore('drafts').getAllKeys()) owners.delete(id);
    for (const id of await waitingIds(transaction.objectStore('outbox'))) owners.delete(id);
    for (const { draftId } of await transaction.objectStore('quarantine').getAll()) owners.delete(draftId);
    for (const { id } of readCopies()) owners.delete(id);
    return owners;
  });
}

/** Looks again, since the draft may have come to the disk meanwhile. */
async function deleteIfOld(id: string, now: number): Promise<void> {
  await writeTo(STORES, async (transaction) => {
    if (await isSavedIn(transaction, id)) return;
    const [documents, files] = [transaction.objectStore('documents'), transaction.objectStore('files')];
    const records = await documents.getAll(ofDraft(id));
    for (const record of records) if (record.at === undefined) await documents.put({ ...record, at: now });
    const pages = await pageListsIn(transaction, id);
    if ([...records, ...pages].some(({ at = now }) => ageOf(at, now) < DRAFT_LIFE_MS)) return;
    await documents.delete(ofDraft(id));
    await files.delete(ofDraft(id));
  });
}

async function isSavedIn(transaction: Transaction<typeof STORES>, id: string): Promise<boolean> {
  const saved = await transaction.objectStore('drafts').getAllKeys(id);
  return saved.length > 0 || (await waitingIds(transaction.objectStore('outbox'))).has(id);
}

async function pageListsIn(transaction: Transaction<typeof STORES>, id: string) {
  const files = transaction.objectStore('files');
  const keys = (await files.getAllKeys(ofDraft(id))).filter(([, slot]) => isPageList(slot));
  return (await Promise.all(keys.map((key) => files.get(key)))).flatMap((list) => list ?? []);
}
