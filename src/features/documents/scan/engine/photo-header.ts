import { imageDimensionsFromData } from 'image-dimensions';

/** The size of a photo stands behind its metadata, of which cameras write some hundred kilobytes at most. */
const HEADER_BYTES = 1024 * 1024;

/**
 * What a photo says of itself in its first megabyte: its kind and its pixels as they are stored, before anything is
 * decoded. Undefined for a kind that is not known, and for one that does not say it there.
 */
export async function headerOf(file: Blob) {
  return imageDimensionsFromData(new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer()));
}
