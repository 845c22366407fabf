import type { Box, Size } from './canvases.ts';

/** A4 at 200 dots per inch, in pixels: small print stays readable, and a page stays below half a megabyte. */
const A4_PIXELS = { short: 1654, long: 2339 } as const;
/** A4 in points of PDF (1/72 inch). */
const A4_POINTS = { short: 595.28, long: 841.89 } as const;

interface Sides {
  readonly short: number;
  readonly long: number;
}

const pageFor = ({ width, height }: Size, { short, long }: Sides): Size =>
  width > height ? { width: long, height: short } : { width: short, height: long };

/** By how much a picture is multiplied so that it fits a page that lies as the picture does. */
const scaleToFit = ({ width, height }: Size, page: Size): number => Math.min(page.width / width, page.height / height);

/** By how much a picture of so many pixels is reduced for 200 dpi; above 1 where it has fewer. */
export const scaleFor200Dpi = (picture: Size): number => scaleToFit(picture, pageFor(picture, A4_PIXELS));

/** The A4 page of a picture, lying as the picture does, and the picture's place in its middle. Points. */
export function placeOnA4(picture: Size): { readonly page: Size; readonly place: Box } {
  const page = pageFor(picture, A4_POINTS);
  const scale = scaleToFit(picture, page);
  const width = picture.width * scale;
  const height = picture.height * scale;
  return { page, place: { x: (page.width - width) / 2, y: (page.height - height) / 2, width, height } };
}
