/**
 * SHA-256 of a file, as lower-case hex. The digest runs off the main thread, in the browser's own code; the file lies
 * in memory whole meanwhile, which the limit of 100 MB for all documents bounds.
 * Undefined where the page has no secure context or the memory is not there: the checksum is optional (contract §4).
 */
export async function sha256(file: Blob): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  try {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  } catch {
    return undefined;
  }
}

/** Hashes one file after the other, so that several chosen at once do not lie in memory together. */
export function makeHasher(): (file: Blob) => Promise<string | undefined> {
  let last: Promise<unknown> = Promise.resolve();
  return (file) => {
    const next = last.then(() => sha256(file));
    last = next;
    return next;
  };
}
