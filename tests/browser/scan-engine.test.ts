import { PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CAMERA, LARGE, makePhoto, type Orientation } from '../support/photos.ts';
import { openScanLab, type ScanLab } from './support/scan-lab.ts';

let lab: ScanLab;
let page: Page;
beforeAll(async () => {
  lab = await openScanLab();
  page = await lab.open();
});
afterAll(() => lab[Symbol.asyncDispose]());

const A4 = { width: 595.28, height: 841.89 };
/** The red stamp of a generated sheet, in parts of the upright photo: below, to the right. */
const STAMP = { x: 0.74, y: 0.84 };

type Where = 'openInWorker' | 'openOnPage';

/** Reads photos and makes a PDF of them; the PDF, and what was read of each. */
async function scan(photos: readonly Buffer[], where: Where = 'openInWorker') {
  const { pdf, read } = await page.evaluate(
    async ({ files, open, stamp }) => {
      const engine = await window.lab[open]();
      const pictures = new Map<string, ArrayBuffer>();
      const pages = [];
      const seen = [];
      for (const [index, file] of files.entries()) {
        const one = await engine.readPhoto(await window.lab.file(file));
        const id = String(index);
        pages.push(window.lab.page(one, id));
        pictures.set(id, one.bytes);
        const colour = await window.lab.colourAt(one.bytes, stamp.x, stamp.y);
        seen.push({ width: one.width, height: one.height, stamp: colour, jpeg: await window.lab.toBase64(one.bytes) });
      }
      const progress: number[] = [];
      const made = await engine.makePdf(
        pages,
        async (id) => pictures.get(id) ?? new ArrayBuffer(0),
        (done) => progress.push(done),
      );
      engine.close();
      return { pdf: await window.lab.toBase64(await made.arrayBuffer()), read: seen };
    },
    { files: photos.map((photo) => photo.toString('base64')), open: where, stamp: STAMP },
  );
  return { pdf: Buffer.from(pdf, 'base64'), read };
}

describe.each<Where>(['openInWorker', 'openOnPage'])('a photo that is read, %s', (where) => {
  test.each<Orientation>([1, 3, 6, 8])('is right way up when EXIF says orientation %i', async (orientation) => {
    const { read } = await scan([await makePhoto(page, { orientation })], where);
    expect(read[0]).toMatchObject({ width: 900, height: 1200 });
    const [red = 0, green = 0, blue = 0] = read[0]?.stamp ?? [];
    expect(red).toBeGreaterThan(90);
    expect(Math.max(green, blue)).toBeLessThan(60);
  });

  test('keeps nothing of its EXIF: not the place, the camera, or that there was any', async () => {
    const photo = await makePhoto(page, { orientation: 6 });
    expect(photo.includes(CAMERA)).toBe(true);
    const { pdf, read } = await scan([photo], where);
    for (const bytes of [Buffer.from(read[0]?.jpeg ?? '', 'base64'), pdf]) {
      expect(bytes.length).toBeGreaterThan(10_000);
      expect(bytes.includes(CAMERA)).toBe(false);
      expect(bytes.includes('Exif')).toBe(false);
    }
  });

  test('has at most 12 megapixels', async () => {
    const { read } = await scan([await makePhoto(page, { width: 3600, height: 4800 })], where);
    expect(read[0]).toMatchObject({ width: 3000, height: 4000 });
  });
});

describe('the PDF', () => {
  test('has a page of A4 for each photo, lying where the photo lies, with at most 200 dpi', async () => {
    const upright = await makePhoto(page, LARGE);
    const lying = await makePhoto(page, { width: LARGE.height, height: LARGE.width });
    const { pdf } = await scan([upright, lying, upright]);
    const document = await PDFDocument.load(pdf);
    const sizes = document.getPages().map((one) => one.getSize());
    expect(sizes).toEqual([A4, { width: A4.height, height: A4.width }, A4]);
    const images = document.context.enumerateIndirectObjects().flatMap(([, object]) => {
      if (!(object instanceof PDFRawStream)) return [];
      const number = (name: string) => Number(String(object.dict.get(PDFName.of(name))));
      return object.dict.get(PDFName.of('Subtype')) === PDFName.of('Image')
        ? [[number('Width'), number('Height')]]
        : [];
    });
    expect(images).toEqual([
      [1654, 2205],
      [2205, 1654],
      [1654, 2205],
    ]);
  });

  test('says nothing of itself: who made it, with what, when', async () => {
    const { pdf } = await scan([await makePhoto(page)]);
    const document = await PDFDocument.load(pdf, { updateMetadata: false });
    expect(document.context.trailerInfo.Info).toBeUndefined();
    expect(pdf.includes('CreationDate')).toBe(false);
  });
});
