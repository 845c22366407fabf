import { createScanEngines } from './scan-engines.ts';

/** Makes a PDF of each photo that it is given, one at a time. `close` gives its memory back. */
export function createPhotoPdfs() {
  const engines = createScanEngines();
  return {
    /** @throws UnreadablePicture, BeyondLimit, EngineGone */
    make: (photo: File): Promise<File> =>
      engines.use(async (engine) => {
        const { bytes, ...read } = await engine.readPhoto(photo, true);
        const pdf = await engine.makePdf(
          [{ ...read, id: '', name: photo.name, turns: 0 }],
          async () => bytes,
          () => {},
        );
        return new File([pdf], `${photo.name.replace(/\.[^.]*$/, '')}.pdf`, { type: 'application/pdf' });
      }),
    close: engines.close,
  };
}
