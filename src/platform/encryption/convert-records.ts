import { LARGEST_FILE, readAsKept, writeAsKept, writeLimitMs } from '../database.ts';
import { encryptingStore, type Store, type Writing } from './encrypting-transaction.ts';
import type { Keys } from './keys.ts';
import { isSealed, staysReadable } from './records.ts';

const STORES = ['drafts', 'documents', 'files', 'quarantine', 'outbox', 'notes'] as const;
type StoreName = (typeof STORES)[number];
/** Records per transaction: few enough that a save in another tab does not wait long. */
const AT_ONCE = 10;

/**
 * Encrypts every record that is not encrypted, or the reverse. If it is interrupted, the next call continues. It
 * assumes that no other tab writes in the old format (database.ts, `changeSharing`).
 */
export async function convertRecords(
  keys: Keys,
  writing: Writing,
  tell: (done: number, all: number) => void,
): Promise<void> {
  const batches: { readonly name: StoreName; readonly keys: readonly IDBValidKey[] }[] = [];
  for (const name of STORES) {
    const own = await readAsKept([name], ({ store }) => store.getAllKeys());
    // The bytes of documents one by one, because all of them may be more than the memory holds.
    const size = name === 'files' ? 1 : AT_ONCE;
    for (let from = 0; from < own.length; from += size) batches.push({ name, keys: own.slice(from, from + size) });
  }
  const all = batches.reduce((sum, batch) => sum + batch.keys.length, 0);
  let done = 0;
  tell(done, all);
  for (const batch of batches) {
    await rewrite(batch.name, batch.keys, keys, writing);
    done += batch.keys.length;
    tell(done, all);
  }
}

function rewrite(name: StoreName, at: readonly IDBValidKey[], keys: Keys, writing: Writing): Promise<void> {
  const work = async (transaction: object) => {
    const kept: Store = Reflect.get(transaction, 'store');
    const encrypting = encryptingStore(kept, keys, writing);
    const isKeyInside = kept.keyPath !== null;
    for (const key of at) {
      const record = await kept.get(key);
      const isDone = isSealed(record) === (writing === 'sealed') || staysReadable({ store: name, fields: [], key });
      // Another tab may have deleted it in the meantime.
      if (record !== undefined && !isDone)
        await encrypting.put(await encrypting.get(key), ...(isKeyInside ? [] : [key]));
    }
  };
  return writeAsKept([name], work, writeLimitMs(name === 'files' ? LARGEST_FILE : 0));
}
