/// <reference types="vite/client" />

/** Makes what pdf.js draws on beside the sheet itself. */
export class CanvasFactory {
  create(width: number, height: number) {
    const canvas = new OffscreenCanvas(width, height);
    return { canvas, context: canvas.getContext('2d', { willReadFrequently: true }) };
  }
  reset({ canvas }: { canvas: OffscreenCanvas }, width: number, height: number) {
    canvas.width = width;
    canvas.height = height;
  }
  destroy(made: { canvas: OffscreenCanvas | null; context: unknown }) {
    if (made.canvas) this.reset({ canvas: made.canvas }, 0, 0);
    made.canvas = null;
    made.context = null;
  }
  getNoAlphaContext(canvas: OffscreenCanvas) {
    return canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  }
}

const NONE = () => 'none';

/** pdf.js makes filters of SVG in the page. A page without them looks the same but for rare effects. */
export class NoFilters {
  addFilter = NONE;
  addHCMFilter = NONE;
  addAlphaFilter = NONE;
  addLuminosityFilter = NONE;
  addKnockoutFilter = NONE;
  addHighlightHCMFilter = NONE;
  addSelectionHCMFilter = NONE;
  addSelectionFilter = NONE;
  createSelectionStyle = () => null;
  destroy(): void {
    // It holds nothing.
  }
}

/** What some PDFs need and pdf.js fetches when one does: tables of characters, standard fonts, decoders of pictures. */
const DATA = new Map(
  Object.entries({
    ...import.meta.glob<string>('/node_modules/pdfjs-dist/cmaps/*.bcmap', {
      query: '?url&no-inline',
      import: 'default',
      eager: true,
    }),
    ...import.meta.glob<string>('/node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
      query: '?url&no-inline',
      import: 'default',
      eager: true,
    }),
    ...import.meta.glob<string>('/node_modules/pdfjs-dist/wasm/{jbig2,openjpeg}.wasm', {
      query: '?url&no-inline',
      import: 'default',
      eager: true,
    }),
  }).map(([path, address]) => [path.slice(path.lastIndexOf('/') + 1), address]),
);

/**
 * The class that pdf.js asks for such a file by its name. pdf.js draws on without a file that does not arrive, so
 * `onMissing` is told.
 */
export const makeDataFactory = (onMissing: (failure: unknown) => void) =>
  class {
    /** @throws Error where there is no such file, or it does not arrive */
    async fetch({ filename }: { readonly filename: string }): Promise<Uint8Array> {
      const address = DATA.get(filename);
      if (address === undefined) throw new Error(`no data of the name ${filename}`);
      try {
        const answer = await fetch(address);
        if (!answer.ok) throw new Error(`${filename}: ${answer.status}`);
        return new Uint8Array(await answer.arrayBuffer());
      } catch (failure) {
        onMissing(failure);
        throw failure;
      }
    }
  };
