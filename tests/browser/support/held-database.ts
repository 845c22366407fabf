import type { BrowserContext } from 'playwright-core';
import { openBarePage } from '../../support/browser-storage.ts';

/**
 * Blocks all other reads and writes of this browser's database until the returned function is called. The product must
 * have made the database before.
 */
export async function holdDatabase(context: BrowserContext, url: string): Promise<() => Promise<unknown>> {
  const other = await openBarePage(context, url);
  await other.evaluate(async () => {
    const opening = indexedDB.open('applications');
    await new Promise((done) => opening.addEventListener('success', done, { once: true }));
    const stores = opening.result.transaction([...opening.result.objectStoreNames], 'readwrite');
    // Only its first answer shows that it has begun, after all earlier transactions.
    await new Promise<void>((held) => {
      const hold = () => {
        held();
        if (Reflect.get(window, 'enough')) return opening.result.close();
        stores.objectStore('drafts').count().onsuccess = hold;
      };
      stores.objectStore('drafts').count().onsuccess = hold;
    });
  });
  return () => other.evaluate(() => Object.assign(window, { enough: true }));
}
