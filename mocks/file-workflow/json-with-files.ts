import { createBase64Digest } from './base64-digest.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The JSON around the contents may be this long; the contents may be any length. */
const MOST_AROUND = 1024 * 1024;

type Where = 'outside' | 'text' | 'content';

/**
 * Reads JSON of any length as it comes, holding everything but the texts under the key `content`, which are decoded
 * as base64, hashed and replaced by their digest. So 100 MB of files cost no more memory than their names.
 */
export class JsonWithFiles {
  #around: Buffer[] = [];
  #aroundLength = 0;
  #where: Where = 'outside';
  /** The last whole text outside contents, which is a key when a colon follows. */
  #lastText = '';
  #textParts: Buffer[] = [];
  /** What stood between the last text and now. */
  #between = '';
  #escaped = false;
  #digest = createBase64Digest();

  update(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) at = this.#step(chunk, at);
  }

  /** The value, each content being its Digest. Throws SyntaxError when the JSON is not whole. */
  end(): unknown {
    if (this.#where !== 'outside') throw new SyntaxError('The JSON ends within a text.');
    return JSON.parse(Buffer.concat(this.#around).toString('utf8'));
  }

  #step(chunk: Buffer, from: number): number {
    if (this.#where === 'content') return this.#readContent(chunk, from);
    if (this.#where === 'text') return this.#readText(chunk, from);
    return this.#readOutside(chunk, from);
  }

  #readOutside(chunk: Buffer, from: number): number {
    const quote = chunk.indexOf(QUOTE, from);
    const end = quote < 0 ? chunk.length : quote;
    this.#between += chunk.toString('latin1', from, end);
    this.#keep(chunk.subarray(from, end));
    if (quote < 0) return end;
    if (this.#lastText === 'content' && this.#between.trim() === ':') {
      this.#where = 'content';
      this.#digest = createBase64Digest();
    } else {
      this.#where = 'text';
      this.#textParts = [];
      this.#keep(chunk.subarray(quote, quote + 1));
    }
    return quote + 1;
  }

  #readText(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      if (this.#escaped) this.#escaped = false;
      else if (chunk[at] === BACKSLASH) this.#escaped = true;
      else if (chunk[at] === QUOTE) {
        this.#keepText(chunk.subarray(from, at));
        this.#keep(chunk.subarray(at, at + 1));
        this.#leaveText(Buffer.concat(this.#textParts).toString('utf8'));
        return at + 1;
      }
    }
    this.#keepText(chunk.subarray(from));
    return chunk.length;
  }

  /** Base64 has no quote in it, so the next one is the end. */
  #readContent(chunk: Buffer, from: number): number {
    const quote = chunk.indexOf(QUOTE, from);
    const end = quote < 0 ? chunk.length : quote;
    this.#digest.update(chunk.subarray(from, end));
    if (quote < 0) return end;
    this.#keep(Buffer.from(JSON.stringify(this.#digest.end())));
    this.#leaveText('');
    return end + 1;
  }

  #leaveText(text: string): void {
    this.#where = 'outside';
    this.#lastText = text;
    this.#between = '';
  }

  #keepText(part: Buffer): void {
    this.#keep(part);
    this.#textParts.push(Buffer.from(part));
  }

  #keep(part: Buffer): void {
    this.#aroundLength += part.length;
    if (this.#aroundLength > MOST_AROUND) throw new SyntaxError('The JSON around the files is too long.');
    this.#around.push(Buffer.from(part));
  }
}
