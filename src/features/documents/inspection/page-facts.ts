import type { PDFPageProxy } from 'pdfjs-dist';
import { bringPdfJs } from '../pdf/pdf-js.ts';

/** A picture on a page. */
interface PlacedImage {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** As a part of the page's area, 0 to 1, or more if it is larger than the page. */
  readonly share: number;
  /** Pixels in an inch of the page. */
  readonly dpi: number;
}

/** Facts about a page of a PDF, before it is drawn. */
export interface PageFacts {
  /** The longer side in points, 1/72 of an inch. */
  readonly points: number;
  /** The largest picture, if pictures cover most of the page: a scan or a photo. */
  readonly scan?: PlacedImage;
  /** Whether anything is written on it as text. */
  readonly hasText: boolean;
  /** Whether text is printed over its largest picture. What a scanner has recognized is invisible, or behind it. */
  readonly hasTextOver: boolean;
  /** Whether nearly all of its text is upside down, as the page is shown. */
  readonly isTextUpsideDown: boolean;
  /** The text of the page. */
  readonly text: string;
}

const POINTS_OF_AN_INCH = 72;
/** Scanners that cut off the margins still cover more than this; a letterhead or a photo in a CV covers less. */
const SCAN_SHARE = 0.5;

export async function factsOf(page: PDFPageProxy): Promise<PageFacts> {
  const { width, height } = page.getViewport({ scale: 1 });
  const { placed, lastText } = await placedImages(page);
  const images = placed.map(({ box, ...size }) => {
    const [across, down] = [Math.hypot(box[0], box[1]), Math.hypot(box[2], box[3])];
    const share = (across * down) / (width * height);
    return { ...size, share, dpi: (size.width * POINTS_OF_AN_INCH) / Math.max(across, 1) };
  });
  const covered = images.reduce((sum, { share }) => sum + share, 0);
  const [scan] = images.sort((one, other) => other.share - one.share);
  const letters = await lettersOf(page);
  return {
    points: Math.max(width, height),
    ...(scan && covered >= SCAN_SHARE && { scan }),
    hasText: letters.all > 0,
    hasTextOver: scan !== undefined && lastText > scan.at,
    isTextUpsideDown: letters.all >= LEAST_LETTERS && letters.upsideDown >= NEARLY_ALL * letters.all,
    text: letters.text,
  };
}

type Matrix = readonly [number, number, number, number, number, number];
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
const AT_FIRST: { readonly matrix: Matrix; readonly mode: unknown } = { matrix: IDENTITY, mode: 0 };

/** Modes in which text is not painted (PDF 32000, 9.3.6). */
const INVISIBLE: readonly unknown[] = [3, 7];

interface PaintedPicture {
  readonly width: number;
  readonly height: number;
  readonly box: Matrix;
  /** The number of the operation that paints it. */
  readonly at: number;
}

/** The pictures of a page with the matrices that place them, and the operation that paints the last visible text. */
async function placedImages(page: PDFPageProxy) {
  const { OPS } = await bringPdfJs();
  const { fnArray, argsArray } = await page.getOperatorList({ intent: 'print' });
  const placed: PaintedPicture[] = [];
  let lastText = -1;
  const outer: { readonly matrix: Matrix; readonly mode: unknown }[] = [];
  let { matrix, mode } = AT_FIRST;
  const save = () => outer.push({ matrix, mode });
  fnArray.forEach((operation, index) => {
    const given: unknown[] = [...(argsArray[index] ?? [])];
    switch (operation) {
      case OPS.save:
        save();
        break;
      case OPS.setTextRenderingMode:
        [mode] = given;
        break;
      case OPS.showText:
        if (!INVISIBLE.includes(mode)) lastText = index;
        break;
      case OPS.paintFormXObjectBegin:
        save();
        matrix = combined(matrix, given[0]);
        break;
      case OPS.beginAnnotation:
        // Its own matrices, from the page itself: where its frame stands, and how its drawing lies in it.
        save();
        matrix = combined(combined(IDENTITY, given[2]), given[3]);
        break;
      case OPS.restore:
      case OPS.paintFormXObjectEnd:
      case OPS.endAnnotation:
        ({ matrix, mode } = outer.pop() ?? AT_FIRST);
        break;
      case OPS.transform:
        matrix = combined(matrix, given);
        break;
      case OPS.paintImageXObject:
        placed.push({ width: Number(given[1]), height: Number(given[2]), box: matrix, at: index });
        break;
      case OPS.paintInlineImageXObject:
      case OPS.paintImageMaskXObject:
        placed.push({ ...sizeOf(given[0]), box: matrix, at: index });
        break;
      default:
    }
  });
  return { placed, lastText };
}

/** What is placed by `inner` inside of what is placed by `outer`. */
function combined(outer: Matrix, inner: unknown): Matrix {
  if (!isNumbers(inner)) return outer;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = inner;
  const [A, B, C, D, E, F] = outer;
  return [A * a + C * b, B * a + D * b, A * c + C * d, B * c + D * d, A * e + C * f + E, B * e + D * f + F];
}

const isNumbers = (given: unknown): given is ArrayLike<number> & Iterable<number> =>
  (Array.isArray(given) || ArrayBuffer.isView(given)) && 'length' in given && given.length === IDENTITY.length;

const sizeOf = (image: unknown): { readonly width: number; readonly height: number } =>
  typeof image === 'object' && image !== null && 'width' in image && 'height' in image
    ? { width: Number(image.width), height: Number(image.height) }
    : { width: 0, height: 0 };

/** Fewer letters say nothing of how a page lies: a stamp or a page number may be upside down. */
const LEAST_LETTERS = 60;
const NEARLY_ALL = 0.9;
/** Within 10 degrees. */
const STRAIGHT = Math.cos(Math.PI / 18);

interface Letters {
  readonly all: number;
  readonly upsideDown: number;
  readonly text: string;
}

/** How many letters a page has, how many of them are upside down as it is shown, and what they say. */
async function lettersOf(page: PDFPageProxy): Promise<Letters> {
  const { items } = await page.getTextContent();
  const shown: readonly number[] = page.getViewport({ scale: 1 }).transform;
  let all = 0;
  let upsideDown = 0;
  const texts: string[] = [];
  for (const item of items) {
    if (!('str' in item)) continue;
    const letters = item.str.replaceAll(/\s/g, '').length;
    const [a = 1, b = 0]: readonly number[] = item.transform;
    const x = (shown[0] ?? 1) * a + (shown[2] ?? 0) * b;
    const y = (shown[1] ?? 0) * a + (shown[3] ?? 1) * b;
    all += letters;
    texts.push(item.str);
    if (x < -STRAIGHT * Math.hypot(x, y)) upsideDown += letters;
  }
  return { all, upsideDown, text: texts.join(' ') };
}
