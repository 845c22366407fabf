/** A file that a page takes for a PDF by its beginning. Another mark gives it another content, and so another hash. */
export const pdf = (name: string, bytes = 2048, mark = name): File =>
  new File([`%PDF-1.7\n%${mark}\n`.padEnd(bytes, '.')], name, { type: 'application/pdf' });
