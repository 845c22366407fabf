import { MEDIA_TYPES, type SheetFormat } from './sheet-format.ts';

/** Safari reads a file only after the click has returned. */
const KEPT_FOR_DOWNLOAD_MS = 60_000;

/** Gives a sheet to the person as a download. */
export function saveFile(bytes: Uint8Array<ArrayBuffer>, name: string, format: SheetFormat): void {
  const url = URL.createObjectURL(new Blob([bytes], { type: MEDIA_TYPES[format] }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}.${format}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_FOR_DOWNLOAD_MS);
}
