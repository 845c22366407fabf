/** @module-tag slow */
import { PDFDocument, rgb, StandardFonts } from '@cantoo/pdf-lib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HEIC_PHOTO } from '../support/heic-photo.ts';
import { picturesIn } from '../support/pdf-pictures.ts';
import { A4_ON_TABLE, CAMERA, LARGE, makePhoto, type Orientation } from '../support/photos.ts';
import { plainJpeg, plainPng, plainWebp } from '../support/plain-pictures.ts';
import { makeHugePdf, makePagelessPdf } from '../support/real-pdf.ts';
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

/** Reads photos and makes a PDF of them; the PDF, and what was read of each. */
async function scan(photos: readonly Buffer[]) {
  const { pdf, read } = await page.evaluate(
    async ({ files, stamp }) => {
      const engine = await window.lab.openInWorker();
      const pictures = new Map<string, ArrayBuffer>();
      const pages = [];
      const seen = [];
      for (const [index, file] of files.entries()) {
        const one = await engine.readPhoto(await window.lab.file(file));
        const id = String(index);
        pages.push(window.lab.page(one, id));
        pictures.set(id, one.bytes);
        const colour = await window.lab.colourAt(one.bytes, stamp.x, stamp.y);
        const { bytes, ...rest } = one;
        seen.push({ ...rest, stamp: colour, jpeg: await window.lab.toBase64(bytes) });
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
    { files: photos.map((photo) => photo.toString('base64')), stamp: STAMP },
  );
  return { pdf: Buffer.from(pdf, 'base64'), read };
}

/** Pictures of a quarter of the usual pixels, where their number does not matter. */
const SMALL = { width: 450, height: 600 };

test('a photo is right way up, whatever its EXIF says of its orientation', async () => {
  const orientations: readonly Orientation[] = [1, 3, 6, 8];
  const photos: Buffer[] = [];
  for (const orientation of orientations) photos.push(await makePhoto(page, { ...SMALL, orientation }));
  const { read } = await scan(photos);
  expect(read).toHaveLength(orientations.length);
  for (const [at, { stamp, ...size }] of read.entries()) {
    const orientation = `orientation ${orientations[at]}`;
    expect(size, orientation).toMatchObject(SMALL);
    const [red = 0, green = 0, blue = 0] = stamp;
    expect(red, orientation).toBeGreaterThan(90);
    expect(Math.max(green, blue), orientation).toBeLessThan(60);
  }
});

test('a photo of 12 megapixels in poor light has 8.7, lies upright, says nothing of its EXIF, and its sheet is found', async () => {
  const photo = await makePhoto(page, { ...LARGE, noise: 20, shade: 0.6, orientation: 6 });
  const { pdf, read } = await scan([photo]);
  const jpeg = Buffer.from(read[0]?.jpeg ?? '', 'base64');
  expect(read[0]).toMatchObject({ width: 2554, height: 3406 });
  expect(photo.includes(CAMERA)).toBe(true);
  for (const bytes of [jpeg, pdf]) for (const said of [CAMERA, 'Exif']) expect(bytes.includes(said)).toBe(false);
  for (const [at, [x, y]] of A4_ON_TABLE.corners.entries()) {
    const corner = read[0]?.proposed?.[at];
    expect(Math.hypot((corner?.x ?? 9) - x, (corner?.y ?? 9) - y)).toBeLessThan(0.01);
  }
  const [picture] = await picturesIn(pdf);
  expect([picture?.width, picture?.height]).toEqual([1654, 2206]);
  const inPdf = await page.evaluate(
    async ({ bytes, x, y }) => window.lab.colourAt(await window.lab.file(bytes), x, y),
    { bytes: picture?.bytes.toString('base64') ?? '', ...STAMP },
  );
  for (const [red = 0, green = 0] of [read[0]?.stamp ?? [], inPdf]) expect(red).toBeGreaterThan(2 * green);
});

describe('the sheet in a photo', () => {
  test('is not proposed where there is none', async () => {
    const corners = [
      [1.1, 1.1],
      [1.2, 1.1],
      [1.2, 1.2],
      [1.1, 1.2],
    ] as const;
    const { read } = await scan([await makePhoto(page, { ...SMALL, corners })]);
    expect(read[0]?.width).toBe(SMALL.width);
    expect(read[0]?.proposed).toBeUndefined();
  });

  test('lies flat and turned in preview and PDF', async () => {
    // Its sheet has more than 200 dpi.
    const photo = (await makePhoto(page, { width: 2250, height: 3000 })).toString('base64');
    const seen = await page.evaluate(
      async ({ photo }) => {
        const { lab } = window;
        const engine = await lab.openInWorker();
        const read = await engine.readPhoto(await lab.file(photo));
        const { proposed } = read;
        if (proposed === undefined) throw new Error('no sheet');
        const flat = lab.page(read, 'flat', { corners: proposed });
        const upsideDown = lab.page(read, 'turned', { corners: proposed, turns: 2 });
        const lying = lab.page(read, 'lying', { corners: proposed, turns: 1 });
        const pictures = [];
        for (const one of [flat, upsideDown, lying]) {
          const picture = await engine.preview(one, read.bytes.slice(0), 700);
          const colours = [];
          // The stamp's middle as it lies on the sheet, as it lies after half a turn, and after a quarter; the corners.
          for (const [x, y] of [
            [0.78, 0.9],
            [0.22, 0.1],
            [0.1, 0.78],
            [0.01, 0.01],
            [0.99, 0.99],
          ] as const)
            colours.push(await lab.colourAt(picture, x, y));
          const { width, height } = await createImageBitmap(picture);
          pictures.push({ width, height, colours });
        }
        const pdf = await engine.makePdf(
          [flat, lying],
          async () => read.bytes.slice(0),
          () => {},
        );
        engine.close();
        return { pictures, pdf: await lab.toBase64(await pdf.arrayBuffer()) };
      },
      { photo },
    );
    const isRed = ([red = 0, green = 0]: readonly number[] = []) => red > 2 * green;
    expect(seen.pictures.map(({ width, height }) => [width, height])).toEqual([
      [495, 700],
      [495, 700],
      [700, 495],
    ]);
    for (const [at, { colours }] of seen.pictures.entries()) {
      expect(colours.slice(0, 3).map(isRed)).toEqual([0, 1, 2].map((place) => place === at));
      // Paper up to the corners: the table is nowhere.
      for (const corner of colours.slice(3)) expect(Math.min(...corner)).toBeGreaterThan(130);
    }
    const images = await picturesIn(Buffer.from(seen.pdf, 'base64'));
    expect(images.map(({ width, height }) => [width, height])).toEqual([
      [1654, 2339],
      [2339, 1654],
    ]);
  });
});

/** Reads the pages of a PDF; what they look like, or the error that came instead. */
async function readPdf(pdf: Uint8Array, look: readonly (readonly [number, number])[] = [], first = 1) {
  return page.evaluate(
    async ({ file, look, first }) => {
      const { lab } = window;
      const engine = await lab.openInWorker();
      const pages: { width: number; height: number; colours: (readonly number[])[]; jpeg: string }[] = [];
      try {
        const take = async ({ bytes, width, height }: { bytes: ArrayBuffer; width: number; height: number }) => {
          const colours = [];
          for (const [x, y] of look) colours.push(await lab.colourAt(bytes, x, y));
          pages.push({ width, height, colours, jpeg: await lab.toBase64(bytes) });
        };
        await engine.readPdf(await lab.file(file), take, first);
        return { pages };
      } catch (failure) {
        return { pages, failure: { ...(failure as object), name: (failure as Error).name } };
      } finally {
        engine.close();
      }
    },
    { file: Buffer.from(pdf).toString('base64'), look, first },
  );
}

/** A PDF with a page of A4 that has a red field on the upper left and three squares of a font that is not in it, and one of A5. */
async function twoPages(): Promise<PDFDocument> {
  const pdf = await PDFDocument.create();
  const first = pdf.addPage([A4.width, A4.height]);
  first.drawRectangle({ x: 0, y: A4.height / 2, width: A4.width / 2, height: A4.height / 2, color: rgb(0.8, 0, 0) });
  first.drawText('■■■', { x: 40, y: 40, size: 200, font: await pdf.embedFont(StandardFonts.ZapfDingbats) });
  pdf.addPage([A4.height / 2, A4.width]);
  return pdf;
}

describe('a PDF among the pages', () => {
  test('is drawn page by page at 200 dpi, with its fonts', async () => {
    const pdf = await (await twoPages()).save();
    const { pages, failure } = await readPdf(pdf, [
      [0.25, 0.25],
      [0.75, 0.25],
    ]);
    expect(failure).toBeUndefined();
    expect(pages.map(({ width, height }) => [width, height])).toEqual([
      [1654, 2339],
      [1169, 1654],
    ]);
    expect(pages[0]?.colours[0]?.[0]).toBeGreaterThan(180);
    expect(pages[0]?.colours[0]?.[1]).toBeLessThan(40);
    expect(pages[0]?.colours[1]).toEqual([255, 255, 255]);
    const ink = await page.evaluate(async (jpeg) => {
      const bitmap = await createImageBitmap(await window.lab.file(jpeg));
      const context = new OffscreenCanvas(100, 1).getContext('2d');
      context?.drawImage(bitmap, 0, bitmap.height * 0.9, bitmap.width, 1, 0, 0, 100, 1);
      const row = context?.getImageData(0, 0, 100, 1).data ?? [];
      return row.filter((level, at) => at % 4 === 0 && level < 100).length;
    }, pages[0]?.jpeg ?? '');
    // Three squares of 138 points each, of 595: letters of another font in their place would leave more white.
    expect(ink).toBeGreaterThan(60);
  });

  test('is drawn from the given page on, if its first pages were drawn before', async () => {
    const pdf = await (await twoPages()).save();
    const { pages, failure } = await readPdf(pdf, [], 2);
    expect(failure).toBeUndefined();
    expect(pages.map(({ width, height }) => [width, height])).toEqual([[1169, 1654]]);
  });

  test('is refused by name when it asks for a password', async () => {
    const pdf = await twoPages();
    pdf.encrypt({ userPassword: 'secret', ownerPassword: 'secret' });
    const { pages, failure } = await readPdf(await pdf.save());
    expect(pages).toEqual([]);
    expect(failure).toMatchObject({ name: 'UnreadablePdf', because: 'encrypted' });
  });

  test('of more than 60 pages is refused before the first of them is drawn, one of 60 is not', async () => {
    const pdf = await PDFDocument.create();
    for (let count = 0; count < 60; count += 1) pdf.addPage([36, 36]);
    const most = await readPdf(await pdf.save());
    expect(most.failure).toBeUndefined();
    expect(most.pages).toHaveLength(60);
    pdf.addPage([36, 36]);
    const { pages, failure } = await readPdf(await pdf.save());
    expect(pages).toEqual([]);
    expect(failure).toMatchObject({ name: 'BeyondLimit', limit: 'pages' });
  });

  test('is refused where a page of it is missing, or has a picture of more than 52 megapixels', async () => {
    const missing = await readPdf(makePagelessPdf());
    expect(missing.failure).toMatchObject({ name: 'UnreadablePdf', because: 'undrawable' });
    const huge = await readPdf(await makeHugePdf(9000));
    expect(huge.pages).toEqual([]);
    expect(huge.failure).toMatchObject({ name: 'BeyondLimit', limit: 'pictures' });
  });

  test('is refused as broken when it is none', async () => {
    const { failure } = await readPdf(Buffer.from('%PDF-1.7\nand nothing more'));
    expect(failure).toMatchObject({ name: 'UnreadablePdf', because: 'broken' });
  });
});

const PLAIN = [
  ['JPEG', plainJpeg],
  ['PNG', plainPng],
  ['WebP', plainWebp],
] as const;

test.each(PLAIN)(
  'a %s of more than 100 megapixels is refused, and the same of fewer is a photo',
  async (_kind, make) => {
    const files = [make({ width: 12_000, height: 9_000 }), make({ width: 120, height: 90 })];
    const seen = await page.evaluate(
      async (photos) => {
        const { lab } = window;
        const answers = [];
        const engine = await lab.openInWorker();
        for (const photo of photos)
          answers.push(
            await engine.readPhoto(await lab.file(photo)).then(
              ({ width, height }) => ({ width, height }),
              (failure: { name: string; limit?: string }) => ({ name: failure.name, limit: failure.limit }),
            ),
          );
        engine.close();
        return answers;
      },
      files.map((file) => file.toString('base64')),
    );
    expect(seen).toEqual([
      { name: 'BeyondLimit', limit: 'pixels' },
      { width: 120, height: 90 },
    ]);
  },
);

test('a HEIC photo, which Chromium cannot decode, is read as any other', async () => {
  const seen = await page.evaluate(async (photo) => {
    const { lab } = window;
    const file = await lab.file(photo);
    const isDecoded = await createImageBitmap(file).then(
      () => true,
      () => false,
    );
    const engine = await lab.openInWorker();
    const { bytes, width, height } = await engine.readPhoto(file);
    engine.close();
    return {
      isDecoded,
      size: { width, height },
      sheet: await lab.colourAt(bytes, 0.5, 0.5),
      table: await lab.colourAt(bytes, 0.05, 0.05),
    };
  }, HEIC_PHOTO.toString('base64'));
  expect(seen).toMatchObject({ isDecoded: false, size: { width: 64, height: 48 } });
  expect(Math.min(...seen.sheet)).toBeGreaterThan(200);
  expect(Math.max(...seen.table)).toBeLessThan(150);
});

test.each([
  ['words', Buffer.from('These are not pixels.')],
  ['a HEIC without a picture', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\0', 'latin1')],
  ['nothing', Buffer.alloc(0)],
])('a photo that is %s is refused by name', async (_what, bytes) => {
  const name = await page.evaluate(async (file) => {
    const engine = await window.lab.openInWorker();
    const failed = await engine.readPhoto(await window.lab.file(file)).catch((failure: Error) => failure.name);
    engine.close();
    return failed;
  }, bytes.toString('base64'));
  expect(name).toBe('UnreadablePicture');
});

describe('the PDF', () => {
  test('has a page of A4 for each photo, lying where the photo lies, with at most 200 dpi', async () => {
    // Both have a little more than 200 dpi.
    const upright = await makePhoto(page, { width: 1800, height: 2400 });
    const lying = await makePhoto(page, { width: 2400, height: 1800 });
    const { pdf } = await scan([upright, lying]);
    const document = await PDFDocument.load(pdf);
    const sizes = document.getPages().map((one) => one.getSize());
    expect(sizes).toEqual([A4, { width: A4.height, height: A4.width }]);
    const images = await picturesIn(pdf);
    expect(images.map(({ width, height }) => [width, height])).toEqual([
      [1654, 2205],
      [2205, 1654],
    ]);
  });

  test('says nothing of itself: who made it, with what, when', async () => {
    const { pdf } = await scan([await makePhoto(page, SMALL)]);
    const document = await PDFDocument.load(pdf, { updateMetadata: false });
    expect(document.context.trailerInfo.Info).toBeUndefined();
    expect(pdf.includes('CreationDate')).toBe(false);
  });
});
