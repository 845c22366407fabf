import { beginsAsPdf, PDF_HEADER_WITHIN } from '#domain/format/pdf.ts';

/**
 * Whether a file is a PDF by its content, whatever its name and type say (spec §5 "Files"), as the server will decide.
 * Reads the first kilobyte only. Rejects when the file cannot be read any more.
 */
export async function isPdf(file: Blob): Promise<boolean> {
  return beginsAsPdf(new Uint8Array(await file.slice(0, PDF_HEADER_WITHIN).arrayBuffer()));
}
