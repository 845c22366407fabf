import type { Page } from 'playwright-core';

type Key = string | readonly string[];
/** A page in work: its source file and its quarter turns. */
interface KeptPage {
  readonly name: string;
  readonly turns: number;
}
interface Kept {
  readonly keys: readonly Key[];
  readonly bytes: readonly number[];
  readonly uploadId: string | undefined;
  readonly pages: readonly KeptPage[];
}

/** The keys of a store in this device's database. Reads the page's own database. */
export const keptKeys = async (page: Page, store: string): Promise<readonly Key[]> =>
  (await page.evaluate(read, { store })).keys;

/** The bytes of a slot's file on this device; empty if there is none. */
export const keptFile = async (page: Page, slot: string): Promise<Buffer> =>
  Buffer.from((await page.evaluate(read, { store: 'files', slot })).bytes);

/** The server's id of a slot's document, as stored on this device. */
export const keptUploadId = async (page: Page, slot: string): Promise<string | undefined> =>
  (await page.evaluate(read, { store: 'documents', slot })).uploadId;

/** The pages in work of a slot on this device, in order. */
export const keptPages = async (page: Page, slot: string): Promise<readonly KeptPage[]> =>
  (await page.evaluate(read, { store: 'files', slot: `scan:${slot}` })).pages;

/** The first view of the next visit. */
export const keptView = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem('view'));

/** Runs in the page. Bytes are returned as numbers, which every engine's driver can transfer. */
function read({ store, slot }: { readonly store: string; readonly slot?: string }) {
  return new Promise<Kept>((resolve, reject) => {
    const opening = indexedDB.open('applications');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction(store);
      const keys = transaction.objectStore(store).getAllKeys();
      const records = slot === undefined ? undefined : transaction.objectStore(store).getAll();
      transaction.onabort = () => reject(transaction.error);
      transaction.oncomplete = () => {
        opening.result.close();
        const record = records?.result.find((one) => one.slot === slot);
        const bytes = [...new Uint8Array(record?.bytes ?? 0)];
        resolve({
          keys: keys.result as Key[],
          bytes,
          uploadId: record?.description?.uploadId,
          pages: record?.pages ?? [],
        });
      };
    };
  });
}

/** A document that this device keeps. */
interface StudentFile {
  /** The passport number. */
  readonly student: string;
  readonly slot: string;
  readonly bytes: Buffer;
}

/** All documents of drafts on this device. */
export async function keptFiles(page: Page): Promise<readonly StudentFile[]> {
  const files = await page.evaluate(async () => {
    const promised = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await promised(indexedDB.open('applications'));
    const transaction = database.transaction(['files', 'drafts']);
    const drafts: readonly { id: string; answers: { passportNumber?: string } }[] = await promised(
      transaction.objectStore('drafts').getAll(),
    );
    const kept: readonly { draftId: string; slot: string; bytes: ArrayBuffer }[] = await promised(
      transaction.objectStore('files').getAll(),
    );
    database.close();
    return kept.map(({ draftId, slot, bytes }) => ({
      student: drafts.find(({ id }) => id === draftId)?.answers.passportNumber ?? draftId,
      slot,
      bytes: [...new Uint8Array(bytes)],
    }));
  });
  return files.map((file) => ({ ...file, bytes: Buffer.from(file.bytes) }));
}
