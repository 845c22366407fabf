import { PDFDocument } from '@cantoo/pdf-lib';

/** Where a picture is on its page. Points, from below. */
interface Placed {
  readonly page: { readonly width: number; readonly height: number };
  readonly place: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

/** A PDF of pictures, one a page. It says nothing about itself: no names, no dates. */
export async function createPicturePdf() {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  return {
    /** @param placeOf places a picture by its pixels */
    async add(jpeg: Blob, placeOf: (pixels: { readonly width: number; readonly height: number }) => Placed) {
      const image = await pdf.embedJpg(await jpeg.arrayBuffer());
      const { page, place } = placeOf(image);
      pdf.addPage([page.width, page.height]).drawImage(image, place);
      // Written out now, so that the picture is held once.
      await image.embed();
    },
    save: async () => new Blob([new Uint8Array(await pdf.save())], { type: 'application/pdf' }),
  };
}
