import type { Page } from 'playwright-core';

/** The bytes of the document in a slot, as this device keeps them. There must be one. */
export async function keptDocument(page: Page, slot: string): Promise<Buffer> {
  const base64 = await page.evaluate(async (wanted) => {
    const promised = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await promised(indexedDB.open('applications'));
    const files: readonly { slot: string; bytes: ArrayBuffer }[] = await promised(
      database.transaction('files').objectStore('files').getAll(),
    );
    database.close();
    const bytes = new Uint8Array(files.find((file) => file.slot === wanted)?.bytes ?? new ArrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  }, slot);
  return Buffer.from(base64, 'base64');
}
