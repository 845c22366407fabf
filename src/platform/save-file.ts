/** Safari reads a file only after the click has returned, and a slow device takes longer. */
const KEPT_FOR_DOWNLOAD_MS = 60_000;

/** Downloads a file under this name. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_FOR_DOWNLOAD_MS);
}
