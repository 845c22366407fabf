/// <reference types="vite/client" />
import createLibheif from 'libheif-js/libheif-wasm/libheif.js';
import binary from 'libheif-js/libheif-wasm/libheif.wasm?url&no-inline';
import { EngineGone, UnreadablePicture } from '../scan-engine.ts';
import type { Picture } from './canvases.ts';

/** A plane of pixels that libheif has decoded, in its own memory. */
interface DecodedPlane {
  readonly width: number;
  readonly height: number;
  readonly stride: number;
  readonly data: Uint8Array<ArrayBuffer>;
}

/**
 * Decodes the main picture of a HEIC file with libheif, for browsers that cannot. In a worker only: the page's security
 * policy forbids WebAssembly. Each call has its own libheif, so that its memory is freed afterwards.
 *
 * @throws UnreadablePicture, or EngineGone if libheif does not arrive
 */
export async function decodeHeic(file: Blob): Promise<Picture> {
  const heif = createLibheif({ wasmBinary: await bringBinary() });
  const context = heif.heif_context_alloc();
  // A wrong file is answered with an object that has a `code`, and not with an exception.
  heif.heif_context_read_from_memory(context, new Uint8Array(await file.arrayBuffer()));
  const handle = heif.heif_js_context_get_primary_image_handle(context);
  if (isError(handle)) throw new UnreadablePicture('no HEIC');
  const decoded: unknown = heif.heif_js_decode_image2(
    handle,
    heif.heif_colorspace.heif_colorspace_RGB,
    heif.heif_chroma.heif_chroma_interleaved_RGBA,
  );
  if (!isDecoded(decoded)) throw new UnreadablePicture('libheif cannot decode the picture');
  const [{ width, height, stride, data }] = decoded.channels;
  const source = await createImageBitmap(new ImageData(inRows({ width, height, stride, data }), width, height));
  return { source, width, height, close: () => source.close() };
}

async function bringBinary(): Promise<ArrayBuffer> {
  try {
    const answer = await fetch(binary);
    if (!answer.ok) throw new Error(`libheif: ${answer.status}`);
    return await answer.arrayBuffer();
  } catch (cause) {
    throw new EngineGone('no libheif', { cause });
  }
}

const isError = (answer: unknown): boolean => typeof answer !== 'object' || answer === null || 'code' in answer;

const isDecoded = (answer: unknown): answer is { readonly channels: readonly [DecodedPlane] } =>
  !isError(answer) && typeof answer === 'object' && answer !== null && 'channels' in answer;

/** The pixels without what fills the rows up. */
function inRows({ width, height, stride, data }: DecodedPlane): Uint8ClampedArray<ArrayBuffer> {
  const row = width * 4;
  const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length);
  if (stride === row) return pixels.subarray(0, row * height);
  const packed = new Uint8ClampedArray(row * height);
  for (let y = 0; y < height; y += 1) packed.set(pixels.subarray(y * stride, y * stride + row), y * row);
  return packed;
}
