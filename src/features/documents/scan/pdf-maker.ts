import { createScanEngines } from './scan-engines.ts';

const PDF = { type: 'application/pdf' };

/** Makes PDFs of whole files, one at a time. `close` gives its memory back. */
export function createPdfMaker() {
  const engines = createScanEngines();
  return {
    /** @throws UnreadablePicture, BeyondLimit, EngineGone */
    ofPhoto: (photo: File): Promise<File> =>
      engines.use(async (engine) => {
        const { bytes, ...read } = await engine.readPhoto(photo, true);
        const pdf = await engine.makePdf(
          [{ ...read, id: '', name: photo.name, turns: 0 }],
          async () => bytes,
          () => {},
        );
        return new File([pdf], `${photo.name.replace(/\.[^.]*$/, '')}.pdf`, PDF);
      }),
    /** One PDF of several, in their order. Rejects if one has a password or is damaged. */
    ofPdfs: (pdfs: readonly File[], name: string): Promise<File> =>
      engines.use(async (engine) => new File([await engine.combine(pdfs)], name, PDF)),
    close: engines.close,
  };
}
