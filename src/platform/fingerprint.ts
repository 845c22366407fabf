/** A short name of a text, always the same, from which the text cannot be read (FNV-1a). */
export function fingerprint(text: string): string {
  let sum = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193);
  return (sum >>> 0).toString(36);
}
