import { Transform, type TransformCallback } from 'node:stream';
import { S3Error } from './s3-error.ts';

const NEWLINE = 0x0a;

/**
 * Decodes the aws-chunked content encoding, signed or not, and emits the body. `trailers` has the trailing headers
 * (checksums) after the stream has ended. A truncated body is an error, never a shorter object.
 */
export class AwsChunkedDecoder extends Transform {
  readonly trailers = new Map<string, string>();
  /** Remaining bytes of the current chunk. */
  #left = 0;
  #line: Buffer[] = [];
  #state: 'size' | 'data' | 'after-data' | 'trailers' | 'done' = 'size';

  override _transform(chunk: Buffer, _encoding: BufferEncoding, callback: TransformCallback): void {
    try {
      let at = 0;
      while (at < chunk.length) at = this.#state === 'data' ? this.#takeData(chunk, at) : this.#takeLine(chunk, at);
      callback();
    } catch (error) {
      callback(error instanceof Error ? error : new Error('The body cannot be read.'));
    }
  }

  override _flush(callback: TransformCallback): void {
    // Some callers omit the empty line that ends the trailers.
    const whole = this.#state === 'done' || (this.#state === 'trailers' && this.#line.length === 0);
    callback(whole ? null : incomplete());
  }

  #takeData(chunk: Buffer, from: number): number {
    const end = Math.min(chunk.length, from + this.#left);
    this.push(chunk.subarray(from, end));
    this.#left -= end - from;
    if (this.#left === 0) this.#state = 'after-data';
    return end;
  }

  #takeLine(chunk: Buffer, from: number): number {
    const newline = chunk.indexOf(NEWLINE, from);
    this.#line.push(chunk.subarray(from, newline < 0 ? chunk.length : newline));
    if (newline < 0) return chunk.length;
    const line = Buffer.concat(this.#line).toString('latin1').trim();
    this.#line = [];
    this.#readLine(line);
    return newline + 1;
  }

  #readLine(line: string): void {
    if (this.#state === 'size') {
      const [, size] = /^([0-9a-f]+)(?:;|$)/i.exec(line) ?? [];
      if (size === undefined) throw incomplete();
      this.#left = Number.parseInt(size, 16);
      this.#state = this.#left === 0 ? 'trailers' : 'data';
    } else if (this.#state === 'after-data') {
      if (line !== '') throw incomplete();
      this.#state = 'size';
    } else if (this.#state === 'trailers') {
      const colon = line.indexOf(':');
      if (colon < 0) this.#state = 'done';
      else this.trailers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
    }
  }
}

const incomplete = () => new S3Error(400, 'IncompleteBody', 'The aws-chunked body is not whole.');
