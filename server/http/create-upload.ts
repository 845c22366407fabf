import { randomUUID } from 'node:crypto';
import type { Context } from 'koa';
import { TOTAL_DOCUMENT_BYTES } from '#domain/student/documents.ts';
import { AppError } from '../errors.ts';
import type { UploadRecord } from '../ports/upload-ledger.ts';
import { SLOTS } from '../submission/slots.ts';
import { isUuid } from './read-request.ts';

/** Reads a POST (R5.11). Throws MALFORMED_REQUEST, UPLOAD_MISMATCH, file-invalid-type or file-too-large. */
export function readCreation(ctx: Context, now: Date): UploadRecord {
  const upload = readMetadata(ctx.get('Upload-Metadata'));
  const length = ctx.get('Upload-Length');
  if (!/^\d{1,15}$/.test(length)) {
    throw new AppError('MALFORMED_REQUEST', { detail: 'Upload-Length must say how many bytes will come.' });
  }
  const size = Number(length);
  if (size === 0) throw new AppError('file-invalid-type', { detail: 'The file is empty.' });
  const { maxBytes } = SLOTS.get(upload.slot) ?? { maxBytes: 0 };
  if (maxBytes < TOTAL_DOCUMENT_BYTES && size > maxBytes) {
    throw new AppError('file-too-large', { detail: `File is larger than ${maxBytes} bytes` });
  }
  return { id: randomUUID().replaceAll('-', ''), ...upload, size, createdAt: now.toISOString() };
}

type Metadata = Pick<UploadRecord, 'draftId' | 'slot' | 'name' | 'type' | 'announcedSha256'>;

function readMetadata(header: string): Metadata {
  const { draftId, slot, filename: name, filetype: type = '', sha256 } = parse(header);
  if (!isUuid(draftId)) throw malformed('draftId must be a UUID');
  if (!name || name.length > 1024) throw malformed('filename is missing or too long');
  if (!slot || !SLOTS.has(slot)) throw new AppError('UPLOAD_MISMATCH', { detail: 'No form has such a slot.' });
  if (sha256 && !/^[0-9a-f]{64}$/i.test(sha256)) throw malformed('sha256 must be 64 hex digits');
  const announced = sha256 ? { announcedSha256: sha256.toLowerCase() } : {};
  return { draftId: draftId.toLowerCase(), slot, name, type: type.slice(0, 200), ...announced };
}

const KEY = /^[^\s,\u0080-\uffff]+$/;
const BASE64 = /^(?:[\d+/A-Za-z]{4})*(?:[\d+/A-Za-z]{2}==|[\d+/A-Za-z]{3}=)?$/;

/** Parses the names and base64 texts of tus. Throws MALFORMED_REQUEST. */
function parse(header: string): Partial<Record<string, string>> {
  const metadata = new Map<string, string>();
  for (const pair of header.split(',')) {
    const [key = '', value = '', ...others] = pair.split(' ');
    const isPair = KEY.test(key) && BASE64.test(value) && others.length === 0 && !metadata.has(key);
    if (!isPair) throw new AppError('MALFORMED_REQUEST', { detail: 'Upload-Metadata cannot be read.' });
    metadata.set(key, Buffer.from(value, 'base64').toString());
  }
  return Object.fromEntries(metadata);
}

/** The same upload in a header. */
export function metadataOf({ draftId, slot, name, type, announcedSha256 }: UploadRecord): string {
  const facts = { draftId, slot, filename: name, filetype: type, ...(announcedSha256 && { sha256: announcedSha256 }) };
  return Object.entries(facts)
    .map(([key, value]) => (value === '' ? key : `${key} ${Buffer.from(value).toString('base64')}`))
    .join();
}

const malformed = (detail: string) => new AppError('MALFORMED_REQUEST', { detail: `Upload-Metadata: ${detail}.` });
