import { pdfFile } from '#components/upload/accepted-files.ts';
import { createScanEngines } from './scan-engines.ts';

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
        return pdfFile(pdf, `${photo.name.replace(/\.[^.]*$/, '')}.pdf`);
      }),
    /** One PDF of several, in their order. Rejects if one has a password or is damaged. */
    ofPdfs: (pdfs: readonly File[]) => engines.use((engine) => engine.combine(pdfs)),
    close: engines.close,
  };
}
