import { createHash } from 'node:crypto';

/** What proves the content of a base64 text. */
export interface Digest {
  /** Bytes of the decoded content. */
  readonly size: number;
  /** Lower-case hex of the decoded content. */
  readonly sha256: string;
  /** Whether all of it was base64. */
  readonly valid: boolean;
}

/** Decodes and hashes base64 in pieces; keeps at most three characters for the next piece. */
export function createBase64Digest() {
  const hash = createHash('sha256');
  let rest = '';
  let size = 0;
  let valid = true;
  return {
    update(piece: string): void {
      const text = rest + piece;
      const whole = text.length - (text.length % 4);
      // Padding is the end: no group may follow it.
      valid &&= size % 3 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text.slice(0, whole));
      const bytes = Buffer.from(text.slice(0, whole), 'base64');
      size += bytes.length;
      hash.update(bytes);
      rest = text.slice(whole);
    },
    end: (): Digest => ({ size, sha256: hash.digest('hex'), valid: valid && rest === '' }),
  };
}
