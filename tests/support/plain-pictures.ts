import { Buffer } from 'node:buffer';
import { crc32, deflateSync } from 'node:zlib';

/**
 * Real pictures of one colour, as small as possible: for 108 megapixels a WebP has 40 bytes, a PNG 15 kilobytes. Every
 * browser decodes them and then needs memory for all their pixels.
 */
interface Size {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

const JPEG_START = [0xff, 0xd8];
const JPEG_END = [0xff, 0xd9];
const JPEG_SCAN = 0xda;

/** A grey JPEG; `segments` follow its start, as metadata does. */
export function plainJpeg(
  { width, height }: Size,
  { segments = [] }: { readonly segments?: readonly Buffer[] } = {},
): Buffer {
  // Each block of 64 pixels has two codes of one bit: "as light as the previous block" and "nothing else".
  const codes = Math.ceil((Math.ceil(width / 8) * Math.ceil(height / 8) * 2) / 8);
  return Buffer.concat([
    Buffer.from(JPEG_START),
    ...segments,
    jpegSegment(0xdb, [0, ...Array.from({ length: 64 }, () => 16)]),
    jpegSegment(0xc0, [8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]),
    jpegSegment(0xc4, [0x00, 1, ...Array.from({ length: 15 }, () => 0), 0]),
    jpegSegment(0xc4, [0x10, 1, ...Array.from({ length: 15 }, () => 0), 0]),
    jpegSegment(JPEG_SCAN, [1, 1, 0, 0, 63, 0]),
    Buffer.alloc(codes),
    Buffer.from(JPEG_END),
  ]);
}

/** A segment of a JPEG: its marker (the second byte of it), its length and its content. */
export function jpegSegment(marker: number, content: readonly number[] | Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(content.length + 2);
  return Buffer.concat([Buffer.from([0xff, marker]), length, Buffer.from(content)]);
}

/** A PNG of black and white that is all black. */
export function plainPng({ width, height }: Size): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A lossless WebP. Its five alphabets have one letter each, so its pixels take no bits. */
export function plainWebp({ width, height }: Size): Buffer {
  const bits: number[] = [];
  const write = (value: number, count: number) => {
    for (let bit = 0; bit < count; bit += 1) bits.push((value >> bit) & 1);
  };
  write(0x2f, 8);
  write(width - 1, 14);
  write(height - 1, 14);
  // No opacity, version 0; no transforms, no colour cache, one set of alphabets.
  write(0, 1 + 3 + 1 + 1 + 1);
  // A simple alphabet of one letter, which has one bit: 0.
  for (let alphabet = 0; alphabet < 5; alphabet += 1) write(0b0001, 4);
  const stream = Buffer.alloc(2 * Math.ceil(bits.length / 16));
  for (const [at, bit] of bits.entries()) stream[at >> 3] = (stream[at >> 3] ?? 0) | (bit << (at & 7));
  const sized = (name: string, content: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(content.length);
    return Buffer.concat([Buffer.from(name, 'latin1'), length, content]);
  };
  return sized('RIFF', Buffer.concat([Buffer.from('WEBP', 'latin1'), sized('VP8L', stream)]));
}
