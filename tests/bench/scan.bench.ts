import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { openScanLab } from '../browser/support/scan-lab.ts';
import { picturesIn } from '../support/pdf-pictures.ts';
import { A4_ON_TABLE, LARGE, makePhoto } from '../support/photos.ts';
import type { Bench, Figure } from './figure.ts';
import { costInBrowser } from './support/cost-in-browser.ts';
import { longestTasks } from './support/longest-tasks.ts';
import { slowDown } from './support/press.ts';

const PHOTOS = 20;
const CPU_SLOWDOWN = 4;
/** The position of the words on the generated sheet, in fractions of it. */
const WORDS = { x: 0.1, y: 0.12, width: 0.7, height: 0.7 };
/** A straight sheet has the same position in the photo and in the PDF. */
const STRAIGHT = [
  [0.06, 0.03],
  [0.94, 0.03],
  [0.94, 0.97],
  [0.06, 0.97],
] as const;

/**
 * Reads twenty photos of 12 megapixels, shows them, crops them to their sheets and makes one PDF. The browser cannot
 * slow down a worker, so its processor time is multiplied by four. A second run slows the page down four times and
 * measures its longest task.
 */
const bench: Bench = async () => {
  await using lab = await openScanLab();
  const directory = await mkdtemp(path.join(tmpdir(), 'scan-bench-'));
  try {
    const studio = await lab.open();
    const files: string[] = [];
    for (let at = 0; at < PHOTOS; at += 1) {
      const file = path.join(directory, `photo-${at}.jpg`);
      // Each a little further away than the last; the first is straight.
      const corners = at === 0 ? STRAIGHT : A4_ON_TABLE.corners.map(([x, y]) => [x, y * (1 - at / 100)] as const);
      await writeFile(file, await makePhoto(studio, { ...LARGE, corners, orientation: 6 }));
      files.push(file);
    }
    await studio.close();
    const page = await lab.open();
    await page.setInputFiles('input', files);
    let pdf: Buffer | undefined;
    const { growth, seconds } = await costInBrowser(lab.browser, async () => {
      pdf = await scanAll(page);
    });
    // Slowed down only now: a slowed-down page is busy even while it waits, and that would count as work.
    await slowDown(page, CPU_SLOWDOWN);
    const [longest = Number.NaN] = await longestTasks(page, { begins: 'scan-begins', ends: 'scan-ends' }, () =>
      scanAll(page),
    );
    if (pdf === undefined) throw new Error('no PDF was made');
    return [
      { what: 'twenty photos of 12 MP: memory of the page and its worker', value: growth, unit: 'MB', budget: 300 },
      { what: 'twenty photos of 12 MP: longest task of the page', value: longest, unit: 'ms', budget: 50 },
      {
        what: 'twenty photos of 12 MP: a photo, read and in the PDF, four times slower',
        value: (seconds * 1000 * CPU_SLOWDOWN) / PHOTOS,
        unit: 'ms',
        budget: 3000,
        knownMiss: {
          figure: 7200,
          reason: 'a quarter is decoding, a fifth encoding the kept picture; keeping 6 MP saves a fifteenth',
        },
      },
      { what: 'twenty photos of 12 MP: the PDF', value: pdf.length / 1e6, unit: 'MB', budget: 10 },
      ...(await figuresOfWords(page, pdf)),
    ];
  } finally {
    await rm(directory, { recursive: true });
  }
};
export default bench;

/**
 * Reads the files of the page's input and makes a PDF; pictures in work are stored outside the page, as in the product.
 */
async function scanAll(page: Page): Promise<Buffer> {
  const pdf = await page.evaluate(async () => {
    const { lab } = window;
    performance.mark('scan-begins');
    const engine = await lab.openInWorker();
    const pictures = new Map<string, Blob>();
    const pages = [];
    const thumbnails = [];
    for (const [at, file] of [...(document.querySelector('input')?.files ?? [])].entries()) {
      const read = await engine.readPhoto(file);
      if (read.proposed === undefined) throw new Error(`no sheet in photo ${at}`);
      pictures.set(String(at), new Blob([read.bytes]));
      const scanned = lab.page(read, String(at), { corners: read.proposed });
      pages.push(scanned);
      thumbnails.push(await engine.preview(scanned, read.bytes, 320));
    }
    const bytesOf = async (id: string) => (await pictures.get(id)?.arrayBuffer()) ?? new ArrayBuffer(0);
    const made = await engine.makePdf(pages, bytesOf, () => {});
    performance.mark('scan-ends');
    engine.close();
    return lab.toBase64(await made.arrayBuffer());
  });
  return Buffer.from(pdf, 'base64');
}

/** Contrast and sharpness of the first page's words, compared with the photo at the same number of pixels. */
async function figuresOfWords(page: Page, pdf: Buffer): Promise<Figure[]> {
  const [picture] = await picturesIn(pdf);
  if (picture === undefined) throw new Error('no picture in the PDF');
  const { ours, source } = await page.evaluate(
    async ({ jpeg, sheet: [topLeft, , bottomRight], words }) => {
      const { lab } = window;
      const photo = document.querySelector('input')?.files?.[0];
      if (!photo || !topLeft || !bottomRight) throw new Error('no photo');
      const scanned = await lab.file(jpeg);
      const whole = { x: 0, y: 0, width: 1, height: 1 };
      const [[left, top], [right, bottom]] = [topLeft, bottomRight];
      const sheet = { x: left, y: top, width: right - left, height: bottom - top };
      return {
        ours: await lab.legibility(scanned, whole, words),
        source: await lab.legibility(photo, sheet, words),
      };
    },
    { jpeg: picture.bytes.toString('base64'), sheet: STRAIGHT, words: WORDS },
  );
  // The photo, reduced once, is as sharp as this number of pixels allows; its noise counts as sharpness, too.
  const part = (what: string, own: number, of: number, budget: number): Figure => ({
    what: `words of a page at 200 dpi: ${what}, of the photo's`,
    value: (own / of) * 100,
    unit: '%',
    budget,
    atLeast: true,
  });
  return [
    part('contrast', ours.contrast, source.contrast, 85),
    part('sharpness', ours.sharpness, source.sharpness, 75),
  ];
}
