import {
  BeyondLimit,
  EngineGone,
  type Limit,
  ReadingUnfinished,
  type UnreadableBecause,
  UnreadableFile,
  UnreadablePdf,
  UnreadablePicture,
} from './scan-engine.ts';
import type { Point } from './scan-page.ts';

/** What people read while they make a PDF of photos. */
export const WORDS = {
  title: 'Make a PDF from photos or PDFs',
  intro:
    'Add a photo of each page, and PDFs if you have some. They become one PDF on this device. We crop photos to the sheet. Pages of PDFs stay as they are.',
  nothingSent: 'Nothing is sent before you press “Use this PDF”. You can close this and continue later.',
  takePhoto: 'Take a photo',
  addPhotos: 'Add photos',
  addPdf: 'Add a PDF',
  use: 'Use this PDF',
  close: 'Close',
  undo: 'Undo',
  cancel: 'Cancel',
  crop: 'Crop',
  undoCrop: 'Undo the crop',
  cropAgain: 'Crop to the sheet',
  cropHint: 'Drag the corners to the corners of the sheet. Or use the arrow keys (with Shift: longer steps).',
  cropPreview: 'The page as it will be in the PDF',
  foundEdges: 'Edges that we found',
  wholePicture: 'Whole picture',
  tryAgain: 'Try again',
  reading: 'Reading…',
  opening: 'Opening your pages',
  pageNotKept: 'Not saved on this device',
  losesSignature:
    'Its digital signature is not valid in the new PDF. To keep it, close this and attach the PDF itself.',
  notKeptTitle: 'Some pages are not saved on this device',
  notKept: 'Keep this page open until you have used the PDF, or make room on the device and try again.',
  littleRoomTitle: 'This device has little room left',
  lostTitle: 'We could not read the pages on this device',
  lost: 'The pages may still be there. Try again, or close all tabs of this page and open it again.',
  notMade: 'We could not make the PDF. Nothing is lost. Try again, or use fewer pages.',
  notUsedTitle: 'We could not use the PDF',
  removeUnread: 'Remove the files that we cannot read to continue.',
} as const;

const pages = (count: number): string => `${count} ${count === 1 ? 'page' : 'pages'}`;

const LIMIT_WORDS: Readonly<Record<Limit, string>> = {
  pages: 'This PDF has more than 60 pages. Save the pages that you need as a new PDF, and add that PDF.',
  pixels: 'This picture has more than 100 megapixels. Make the picture smaller, and add it again.',
  pictures: 'A page of this PDF is too large. Scan it at 300 dpi, or close this and attach the PDF.',
};
const UNREADABLE_WORDS: Readonly<Record<UnreadableBecause, string>> = {
  encrypted: 'This PDF has a password. Save the PDF without a password, and add it again.',
  broken: 'This PDF is damaged. Save or download it again, and add it again.',
  undrawable: 'We cannot show a page of this PDF. Save or download the PDF again, or close this and attach the PDF.',
};

const UNREADABLE = 'We could not read this file. Remove it here, and choose it again.';
const UNFINISHED = 'The page closed while it read this photo. Remove it and add a smaller one, or try again.';
const NOT_DRAWN = 'We cannot show this PDF now. Try again, or close this and attach the PDF.';

/** Why a chosen file has no pages, and what to do. */
export function unreadableWords(failure: unknown, name: string): string {
  if (failure instanceof BeyondLimit) return LIMIT_WORDS[failure.limit];
  if (failure instanceof UnreadablePdf) return UNREADABLE_WORDS[failure.because];
  if (failure instanceof UnreadableFile) return UNREADABLE;
  if (failure instanceof ReadingUnfinished) return UNFINISHED;
  if (failure instanceof EngineGone && /\.pdf$/i.test(name)) return NOT_DRAWN;
  if (!(failure instanceof UnreadablePicture)) return 'We could not read this file now. It is not lost. Try again.';
  return 'We could not read this photo. Add a JPEG, PNG, WebP or HEIC, or take the photo again.';
}

export const littleRoomWords = (room: string): string =>
  `About ${room} are free. Keep this page open until you have used the PDF.`;
export const movedWords = (at: number, count: number): string => `Now page ${at + 1} of ${count}`;
export const turnedWords = (at: number): string => `Turned page ${at + 1} clockwise`;
export const removedWords = (at: number): string => `Removed page ${at + 1}`;
export const addedWords = (count: number): string => `Added ${count} ${count === 1 ? 'file' : 'files'}`;
export const makingWords = (done: number, count: number): string =>
  `Making page ${Math.min(done + 1, count)} of ${count}`;
/** Below the pages: how many there are, and what is to be known or waited for. */
export function standingWords(count: number, reading: number, unread: number): string {
  const there = count === 0 ? 'No pages yet' : pages(count);
  if (reading > 0) return `${there}. Reading ${reading} more ${reading === 1 ? 'file' : 'files'}…`;
  return `${there}. ${unread > 0 ? WORDS.removeUnread : WORDS.nothingSent}`;
}
export const allReadWords = (count: number): string => `We have read all files: ${pages(count)}`;
/** In the order of Corners. */
export const CORNER_NAMES = ['Top left', 'Top right', 'Bottom right', 'Bottom left'] as const;
const percent = (part: number): string => `${Math.round(part * 100)}%`;
/** Where a corner stands, for those who do not see it. */
export const cornerWords = (name: string, { x, y }: Point = { x: 0, y: 0 }): string =>
  `${name} corner: ${percent(x)} from the left, ${percent(y)} from the top`;
export const croppedWords = (at: number, isCropped: boolean): string =>
  isCropped ? `Cropped page ${at + 1}` : `Page ${at + 1} is the whole picture again`;
