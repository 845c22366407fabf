import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Metadata, type Server } from '@tus/server';
import type { Context } from 'koa';
import { TOTAL_DOCUMENT_BYTES } from '#domain/student/documents.ts';
import { AppError } from '../errors.ts';
import type { UploadRecord } from '../ports/upload-ledger.ts';
import { mayReceiveUploads } from '../submission/admission.ts';
import { SLOTS } from '../submission/slots.ts';
import type { AppDeps } from './deps.ts';
import { clientOf } from './middleware/rate-limit.ts';
import { isUuid } from './read-request.ts';

type CreationDeps = Pick<AppDeps, 'admission' | 'clock' | 'files' | 'ledger' | 'log' | 'uploads'>;
type NamingRequest = Parameters<NonNullable<Server['options']['namingFunction']>>[0];

/**
 * Registers uploads before the tus server makes them, so that what is refused is refused before the tus server sees it,
 * and no file exists that is not registered.
 */
export class Creations {
  readonly #deps: CreationDeps;
  readonly #ids = new WeakMap<IncomingMessage, string>();
  readonly #making = new Set<string>();

  constructor(deps: CreationDeps) {
    this.#deps = deps;
  }

  /**
   * Registers what a POST announces, and removes it again where `make`, by which the tus server makes and answers it,
   * does not answer 201. Throws AppError, that of `admission` as well, before anything is answered.
   */
  async create(ctx: Context, make: () => Promise<unknown>): Promise<void> {
    const { admission, log } = this.#deps;
    const upload = await this.#read(ctx);
    await admission.admit(upload, clientOf(ctx));
    this.#ids.set(ctx.req, upload.id);
    this.#making.add(upload.id);
    ctx.respond = false;
    try {
      await make();
    } finally {
      this.#making.delete(upload.id);
      if (ctx.res.statusCode !== 201) {
        // It may have been answered by now; what cannot be removed is swept a day later.
        await this.#remove(upload.id).catch((err) => log.warn({ err }, 'an upload cannot be struck off'));
      }
    }
  }

  /** Whether the POST of an upload is not answered yet. */
  isMaking = (id: string): boolean => this.#making.has(id);

  async #remove(id: string): Promise<void> {
    const { uploads, files } = this.#deps;
    if (await uploads.take(id)) await files.remove(id);
  }

  /** The id under which the upload of a request was registered. */
  idOf(request: NamingRequest): string {
    const { req } = request.runtime?.node ?? {};
    const id = req && this.#ids.get(req as IncomingMessage);
    if (id === undefined) throw new Error('an upload was made that was not registered');
    return id;
  }

  async #read(ctx: Context): Promise<UploadRecord> {
    const { draftId, slot, name, type } = readMetadata(ctx.get('Upload-Metadata'));
    const length = ctx.get('Upload-Length');
    if (!/^\d{1,15}$/.test(length)) {
      throw new AppError('MALFORMED_REQUEST', { detail: 'Upload-Length must say how many bytes will come.' });
    }
    const size = Number(length);
    if (size === 0) throw new AppError('file-invalid-type', { detail: 'The file is empty.' });
    const { maxBytes } = SLOTS.get(slot) ?? { maxBytes: 0 };
    if (maxBytes < TOTAL_DOCUMENT_BYTES && size > maxBytes) {
      throw new AppError('file-too-large', { detail: `File is larger than ${maxBytes} bytes` });
    }
    if (!mayReceiveUploads(await this.#deps.ledger.find(draftId))) {
      throw new AppError('ALREADY_SUBMITTED', { detail: 'This application has already been submitted.' });
    }
    const createdAt = this.#deps.clock.now().toISOString();
    return { id: randomUUID().replaceAll('-', ''), draftId, slot, name, type, size, createdAt };
  }
}

/**
 * What an upload says of itself in its `Upload-Metadata` header (R5.11). Throws MALFORMED_REQUEST,
 * or UPLOAD_MISMATCH for a slot that no form has.
 */
function readMetadata(header: string): Pick<UploadRecord, 'draftId' | 'slot' | 'name' | 'type'> {
  const { draftId, slot, filename: name, filetype: type, sha256 } = parse(header);
  if (!isUuid(draftId)) throw malformed('draftId must be a UUID');
  if (!name || name.length > 1024) throw malformed('filename is missing or too long');
  if (!slot || !SLOTS.has(slot)) throw new AppError('UPLOAD_MISMATCH', { detail: 'No form has such a slot.' });
  if (sha256 && !/^[0-9a-f]{64}$/i.test(sha256)) throw malformed('sha256 must be 64 hex digits');
  return { draftId: draftId.toLowerCase(), slot, name, type: (type ?? '').slice(0, 200) };
}

function parse(header: string): Readonly<Record<string, string | null | undefined>> {
  try {
    return Metadata.parse(header);
  } catch (cause) {
    throw new AppError('MALFORMED_REQUEST', { detail: 'Upload-Metadata cannot be read.', cause });
  }
}

const malformed = (detail: string) => new AppError('MALFORMED_REQUEST', { detail: `Upload-Metadata: ${detail}.` });
