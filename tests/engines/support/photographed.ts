import { PDFDocument } from '@cantoo/pdf-lib';
import { expect } from 'vitest';
import { REQUIRED_DOCUMENTS } from '../../browser/support/student.ts';
import { makePhoto } from '../../support/photos.ts';
import { DOCUMENTS } from './applicant.ts';
import type { NamedFile, Person } from './person.ts';

const DIALOG = 'dialog[open]';
const PHOTOS = { css: 'input[type=file][aria-label="Add photos"]', within: DIALOG, hidden: true };

/** The slot of a document in the form. */
export const slotOf = (slot: string): string => `[data-document="${slot}"]`;

/** A photo of a sheet on a table with these words, drawn and encoded by the person's browser. */
export const photoOf = async (person: Person, name: string): Promise<NamedFile> => ({
  name,
  bytes: await makePhoto({ evaluate: (draw, look) => person.tab.run(draw, look) }, { lines: [name, 'Second line'] }),
});

/** Presses 'Make a PDF from photos or PDFs' in a slot, or in the only one. */
export async function beginPages(person: Person, within?: string): Promise<void> {
  await person.press('Make a PDF from photos or PDFs', within);
  await person.sees({ css: DIALOG, name: 'Make a PDF from photos or PDFs', part: true });
}

/** Adds files from the gallery. */
export const addPhotos = (person: Person, files: readonly NamedFile[]): Promise<void> => person.chooses(PHOTOS, files);

/** Waits until this many pages have their pictures and nothing is being read. */
export async function pagesShown(person: Person, count: number): Promise<void> {
  await person.until(`${count} pages are shown`, async () => (await person.count('[data-page] img')) === count);
  await person.seesNot({ css: 'progress', within: DIALOG });
}

/** The pages' source files, in page order. */
export const namesInOrder = (person: Person): Promise<string[]> =>
  person.tab.run(() => [...document.querySelectorAll('[data-page] [data-part=about]')].map((one) => one.textContent));

/** The link that the dialog shows for another device. */
export const linkFor = (person: Person, label = 'Link for your phone'): Promise<string> =>
  person.tab.run(
    (wanted: string) => document.querySelector<HTMLInputElement>(`input[aria-label="${wanted}"]`)?.value ?? '',
    label,
  );

/** A slot's document, as this device stores it and the page shows it. */
export async function keptFile(person: Person, slot: string): Promise<Buffer> {
  const base64 = await person.tab.run(
    (wanted: string) =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('applications');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('files').objectStore('files').getAll();
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => {
            opening.result.close();
            const file = reading.result.find((one: { slot?: string }) => one.slot === wanted);
            const bytes = new Uint8Array(file?.bytes ?? 0);
            resolve(btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')));
          };
        };
      }),
    slot,
  );
  return Buffer.from(base64, 'base64');
}

/** The orientation of the pages of a PDF. */
export async function layOf(pdf: Buffer): Promise<readonly ('upright' | 'lying')[]> {
  const pages = (await PDFDocument.load(pdf, { updateMetadata: false })).getPages();
  return pages.map((page) => (page.getWidth() > page.getHeight() ? 'lying' : 'upright'));
}

/** Attaches the other required documents and waits until all are uploaded. */
export async function attachOthers(person: Person, photographed: string): Promise<void> {
  const others = DOCUMENTS.filter(({ slot }) => slot !== photographed);
  expect(others).toHaveLength(REQUIRED_DOCUMENTS.length - 1);
  for (const document of others) {
    await person.attaches(document.slot, document);
    await person.reads(document.name);
  }
}
