import { Metadata } from '@tus/server';
import { AppError } from '../errors.ts';
import { SLOTS } from '../submission/slots.ts';
import { isUuid } from './uuid.ts';

/** What an upload says of itself (contract §4 `/api/uploads`). */
export interface UploadMetadata {
  readonly draftId: string;
  readonly slot: string;
  readonly filename: string;
  readonly filetype: string;
  readonly sha256?: string;
}

type Given = Readonly<Record<string, string | null | undefined>>;

/** Reads the `Upload-Metadata` header; throws MALFORMED_REQUEST, or UPLOAD_MISMATCH for a slot that no form has. */
export function readUploadMetadata(header: string): UploadMetadata {
  return toUploadMetadata(parse(header));
}

/** The same of metadata that the tus server has read. */
export function toUploadMetadata(given: Given): UploadMetadata {
  const { draftId, slot, filename, filetype, sha256 } = given;
  if (!isUuid(draftId)) throw malformed('draftId must be a UUID');
  if (!filename || filename.length > 1024) throw malformed('filename is missing or too long');
  if (!slot || !SLOTS.has(slot)) throw new AppError('UPLOAD_MISMATCH', { detail: 'No form has such a slot.' });
  if (sha256 && !/^[0-9a-f]{64}$/i.test(sha256)) throw malformed('sha256 must be 64 hex digits');
  return {
    draftId: draftId.toLowerCase(),
    slot,
    filename,
    filetype: (filetype ?? '').slice(0, 200),
    ...(sha256 ? { sha256: sha256.toLowerCase() } : {}),
  };
}

function parse(header: string): Given {
  try {
    return Metadata.parse(header);
  } catch (cause) {
    throw new AppError('MALFORMED_REQUEST', { detail: 'Upload-Metadata cannot be read.', cause });
  }
}

const malformed = (detail: string) => new AppError('MALFORMED_REQUEST', { detail: `Upload-Metadata: ${detail}.` });
