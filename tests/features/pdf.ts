/**
 * A file that a page accepts as a PDF because of its beginning. Another mark gives another content and another hash.
 */
export const pdf = (name: string, bytes = 2048, mark = name): File =>
  new File([`%PDF-1.7\n%${mark}\n`.padEnd(bytes, '.')], name, { type: 'application/pdf' });
