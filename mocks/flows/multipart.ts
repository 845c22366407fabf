import { createHash, type Hash } from 'node:crypto';
import type { ReceivedFile } from '../core/types.ts';

const END_OF_HEAD = Buffer.from('\r\n\r\n');

/** Longer heads and field values than any honest caller sends. */
const MOST_HEAD = 16 * 1024;
const MOST_FIELD = 256 * 1024;

interface Part {
  readonly name: string;
  readonly filename: string | undefined;
  readonly contentType: string | undefined;
  readonly hash: Hash;
  readonly text: Buffer[];
  size: number;
}

/** What a multipart body held: the fields in order, and the files as what proves them. */
export interface Multipart {
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly files: readonly ReceivedFile[];
}

/**
 * Reads multipart/form-data as it comes; files are hashed and never held.
 * `update` and `end` throw SyntaxError for anything that is not well-formed.
 */
export class MultipartReader {
  readonly #delimiter: Buffer;
  /** The body begins with a delimiter that lacks its line break; with this one all are alike. */
  #rest: Buffer = Buffer.from('\r\n');
  #part: Part | undefined;
  #state: 'preamble' | 'after-delimiter' | 'head' | 'content' | 'done' = 'preamble';
  readonly #fields: [string, string][] = [];
  readonly #files: ReceivedFile[] = [];

  constructor(contentType: string | undefined) {
    const [, quoted, plain] =
      /^multipart\/form-data;.*\bboundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType ?? '') ?? [];
    const boundary = quoted ?? plain;
    if (!boundary) throw new SyntaxError('The body is not multipart/form-data with a boundary.');
    this.#delimiter = Buffer.from(`\r\n--${boundary}`);
  }

  update(chunk: Buffer): void {
    if (this.#state === 'done') return; // an epilogue means nothing
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    while (this.#step());
  }

  end(): Multipart {
    if (this.#state !== 'done') throw new SyntaxError('The multipart body is not whole.');
    return { fields: this.#fields, files: this.#files };
  }

  /** Takes what it can from the rest; false when more bytes are needed. */
  #step(): boolean {
    if (this.#state === 'after-delimiter') return this.#readAfterDelimiter();
    if (this.#state === 'head') return this.#readHead();
    if (this.#state === 'done') return false;
    return this.#readContent();
  }

  #readContent(): boolean {
    const end = this.#rest.indexOf(this.#delimiter);
    const safe = end < 0 ? Math.max(0, this.#rest.length - this.#delimiter.length) : end;
    if (this.#part) take(this.#part, this.#rest.subarray(0, safe));
    this.#rest = this.#rest.subarray(end < 0 ? safe : end + this.#delimiter.length);
    if (end < 0) return false;
    this.#closePart();
    this.#state = 'after-delimiter';
    return true;
  }

  #readAfterDelimiter(): boolean {
    if (this.#rest.length < 2) return false;
    const next = this.#rest.toString('latin1', 0, 2);
    if (next !== '--' && next !== '\r\n') throw new SyntaxError('A boundary is not followed by a line break.');
    this.#state = next === '--' ? 'done' : 'head';
    // The line break stays: it is the first half of the empty line when a part has no head.
    return true;
  }

  #readHead(): boolean {
    const end = this.#rest.indexOf(END_OF_HEAD);
    if (end > MOST_HEAD || (end < 0 && this.#rest.length > MOST_HEAD))
      throw new SyntaxError('A part has too long a head.');
    if (end < 0) return false;
    this.#part = readHead(this.#rest.toString('utf8', 2, end));
    this.#rest = this.#rest.subarray(end + END_OF_HEAD.length);
    this.#state = 'content';
    return true;
  }

  #closePart(): void {
    const part = this.#part;
    this.#part = undefined;
    if (!part) return;
    if (part.filename === undefined) {
      this.#fields.push([part.name, Buffer.concat(part.text).toString('utf8')]);
      return;
    }
    const file = { field: part.name, filename: part.filename, size: part.size, sha256: part.hash.digest('hex') };
    this.#files.push(part.contentType === undefined ? file : { ...file, contentType: part.contentType });
  }
}

function take(part: Part, bytes: Buffer): void {
  part.size += bytes.length;
  if (part.filename !== undefined) part.hash.update(bytes);
  else if (part.size > MOST_FIELD) throw new SyntaxError('A field is too long.');
  else part.text.push(Buffer.from(bytes));
}

function readHead(head: string): Part {
  const lines = head.split('\r\n');
  const header = (name: string) =>
    lines
      .find((line) => line.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim();
  const disposition = header('content-disposition') ?? '';
  const name = parameter(disposition, 'name');
  if (!/^form-data;/i.test(disposition) || name === undefined) throw new SyntaxError('A part has no name.');
  if (lines.length !== new Set(lines.map((line) => line.split(':')[0]?.toLowerCase())).size) {
    throw new SyntaxError('A part has a header twice.');
  }
  return {
    name,
    filename: parameter(disposition, 'filename'),
    contentType: header('content-type'),
    hash: createHash('sha256'),
    text: [],
    size: 0,
  };
}

/** A quoted parameter, with the escapes that browsers and fetch use for quotes and line breaks undone. */
function parameter(disposition: string, name: string): string | undefined {
  const [, value] = new RegExp(`;\\s*${name}="([^"]*)"`, 'i').exec(disposition) ?? [];
  return value?.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
}
