import type { BrowserContext } from 'playwright-core';
import { openBarePage } from '../../support/browser-storage.ts';

/**
 * From here on nothing else reads or writes what this browser keeps, until the returned function is called. The product
 * must have made its database before.
 */
export async function holdDatabase(context: BrowserContext, url: string): Promise<() => Promise<unknown>> {
  const other = await openBarePage(context, url);
  await other.evaluate(async () => {
    const opening = indexedDB.open('applications');
    await new Promise((done) => opening.addEventListener('success', done, { once: true }));
    const stores = opening.result.transaction([...opening.result.objectStoreNames], 'readwrite');
    // Only with its first answer has it begun, after all that others were still about.
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
