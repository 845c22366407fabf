import { createHash } from 'node:crypto';

/** What proves the content of a base64 text that went by in pieces. */
export interface Digest {
  /** Bytes of the decoded content. */
  readonly size: number;
  /** Lower-case hex of the decoded content. */
  readonly sha256: string;
  /** Whether it was base64 from its first character to its last. */
  readonly valid: boolean;
}

/** Decodes and hashes base64 as it comes; holds at most three characters back. */
export function createBase64Digest() {
  const hash = createHash('sha256');
  let rest = '';
  let size = 0;
  let valid = true;
  let ended = false;
  const take = (text: string) => {
    if (text === '') return;
    valid &&= !ended && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
    ended ||= text.endsWith('=');
    const bytes = Buffer.from(text, 'base64');
    size += bytes.length;
    hash.update(bytes);
  };
  return {
    update(piece: Buffer): void {
      // The one escape that base64 can need in JSON is \/, so a backslash carries nothing.
      const text = rest + piece.toString('latin1').replaceAll('\\', '');
      const whole = text.length - (text.length % 4);
      rest = text.slice(whole);
      take(text.slice(0, whole));
    },
    end(): Digest {
      valid &&= rest === '';
      return { size, sha256: hash.digest('hex'), valid };
    },
  };
}
