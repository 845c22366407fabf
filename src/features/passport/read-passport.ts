import { lightOf, type Plane } from '#features/documents/inspection/pixels.ts';
import { type OpenPdf, openPdf, UndrawablePage, UnopenablePdf } from '#features/documents/pdf/open-pdf.ts';
import { contextOf, reduced, toJpeg } from '#features/documents/scan/engine/canvases.ts';
import { findZone } from './find-zone.ts';
import type { ReadLine } from './read-lines.ts';
import { type PassportZone, readZone } from './zone.ts';

export interface ReadPassport {
  readonly zone: PassportZone;
  /** The part of the page that it was read from, as a JPEG. */
  readonly crop: Blob;
}

/** The data page is usually the first page, or follows the cover. */
const LOOKED_PAGES = 3;
/** The longer side of the rendered page, in pixels. */
const PAGE_PIXELS = 2000;
const CROP_PIXELS = 1000;
const CROP_QUALITY = 0.85;

/**
 * Reads the machine-readable zone of a PDF from its text, else from its rendered pages. Undefined if no zone has valid
 * check digits. `loadReader` is called only if a picture must be read. `today`: yyyy-MM-dd.
 *
 * @throws the browser's error if the file or the reader cannot be loaded
 */
export async function readPassport(
  file: Blob,
  loadReader: () => Promise<ReadLine>,
  today: string,
): Promise<ReadPassport | undefined> {
  let pdf: OpenPdf;
  try {
    pdf = await openPdf(file);
  } catch (failure) {
    if (failure instanceof UnopenablePdf) return undefined;
    throw failure;
  }
  try {
    for (let number = 1; number <= Math.min(pdf.document.numPages, LOOKED_PAGES); number += 1) {
      const found = await readPage(pdf, number, loadReader, today).catch((failure: unknown) => {
        if (failure instanceof UndrawablePage) return undefined;
        throw failure;
      });
      if (found) return found;
    }
    return undefined;
  } finally {
    await pdf.close();
  }
}

async function readPage(
  pdf: OpenPdf,
  number: number,
  loadReader: () => Promise<ReadLine>,
  today: string,
): Promise<ReadPassport | undefined> {
  const page = await pdf.page(number);
  try {
    const { width, height } = page.getViewport({ scale: 1 });
    const written = zoneInText(await pdf.whole(page.getTextContent().then(({ items }) => items)), today);
    const sheet = await pdf.draw(page, PAGE_PIXELS / Math.max(width, height));
    if (written) return { zone: written, crop: await toJpeg(reduced(sheet, CROP_PIXELS), CROP_QUALITY) };
    const plane = lightOf(contextOf(sheet).getImageData(0, 0, sheet.width, sheet.height));
    sheet.width = 0;
    const found = findZone(plane, await loadReader(), today);
    return found && { zone: found.zone, crop: await pictureOf(found.crop) };
  } finally {
    page.cleanup();
  }
}

/** The zone in the text of a page: two consecutive lines. */
function zoneInText(items: readonly object[], today: string): PassportZone | undefined {
  const texts = items.map((item) => ('str' in item ? String(item.str) : '').replaceAll(/\s/g, ''));
  const lines = texts.filter((text) => /^[A-Z0-9<]{40,46}$/.test(text));
  for (const [index, second] of lines.entries()) {
    const zone = index > 0 && readZone([lines[index - 1] ?? '', second], today);
    if (zone) return zone;
  }
  return undefined;
}

function pictureOf({ light, width, height }: Plane): Promise<Blob> {
  const sheet = new OffscreenCanvas(width, height);
  const context = contextOf(sheet);
  const pixels = context.createImageData(width, height);
  for (let at = 0; at < light.length; at += 1) {
    const value = light[at] ?? 0;
    pixels.data.set([value, value, value, 255], at * 4);
  }
  context.putImageData(pixels, 0, 0);
  return toJpeg(reduced(sheet, CROP_PIXELS), CROP_QUALITY);
}
