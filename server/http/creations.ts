import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Server } from '@tus/server';
import type { Context } from 'koa';
import { TOTAL_DOCUMENT_BYTES } from '#domain/student/documents.ts';
import { AppError } from '../errors.ts';
import type { UploadRecord } from '../ports/upload-ledger.ts';
import { mayReceiveUploads } from '../submission/receiving.ts';
import { SLOTS } from '../submission/slots.ts';
import { clientOf } from './client-of.ts';
import type { AppDeps } from './deps.ts';
import { readUploadMetadata } from './upload-metadata.ts';

type CreationDeps = Pick<AppDeps, 'admission' | 'clock' | 'files' | 'ledger' | 'log' | 'uploads'>;
type NamingRequest = Parameters<NonNullable<Server['options']['namingFunction']>>[0];

/** Makes uploads: what is refused is refused before the tus server hears of it, what is not is registered by then. */
export class Creations {
  readonly #deps: CreationDeps;
  readonly #ids = new WeakMap<IncomingMessage, string>();

  constructor(deps: CreationDeps) {
    this.#deps = deps;
  }

  /**
   * Registers what a POST announces; `make` has the tus server make and answer it, and what it refuses is struck off.
   * Throws AppError, of `admission` as well, before anything is answered.
   */
  async create(ctx: Context, make: () => Promise<unknown>): Promise<void> {
    const { admission, log } = this.#deps;
    const upload = await this.#read(ctx);
    await admission.admit(upload, clientOf(ctx.ip));
    this.#ids.set(ctx.req, upload.id);
    ctx.respond = false;
    try {
      await make();
    } finally {
      if (ctx.res.statusCode !== 201) {
        // It may have been answered by now; what cannot be struck off is swept a day later.
        await this.#strikeOff(upload.id).catch((err) => log.warn({ err }, 'an upload cannot be struck off'));
      }
    }
  }

  async #strikeOff(id: string): Promise<void> {
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
    const { draftId, slot, filename: name, filetype: type } = readUploadMetadata(ctx.get('Upload-Metadata'));
    const length = ctx.get('Upload-Length');
    if (!/^\d{1,15}$/.test(length)) {
      throw new AppError('MALFORMED_REQUEST', { detail: 'Upload-Length must say how many bytes will come.' });
    }
    const size = Number(length);
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
