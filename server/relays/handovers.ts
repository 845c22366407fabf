import { randomUUID } from 'node:crypto';
import { DRAFT_SEAL_BYTES, HANDOVER_LIFE_MS, type HandoverView, type MadeHandover } from '#contract/handovers.ts';
import { TOTAL_DOCUMENT_BYTES } from '#domain/student/documents.ts';
import { AppError } from '../errors.ts';
import type { RelayRecord } from '../ports/relay-ledger.ts';
import type { UploadRecord } from '../ports/upload-ledger.ts';
import {
  type Brought,
  digest,
  findRelay,
  type RelaysOptions,
  removeUpload,
  type Side,
  secret,
  uploadOf,
} from './relays.ts';

/** Bytes that a sealed draft may have: all documents that an application may have, and what is around them. */
export const SEALED_DRAFT_BYTES = TOTAL_DOCUMENT_BYTES + DRAFT_SEAL_BYTES;

/** Where a piece belongs, in bytes. */
export interface Piece {
  readonly offset: number;
  /** Of the whole. */
  readonly size: number;
}

/** Writes the bytes of a piece; `isNew` where the upload is not registered yet. */
export type BringPiece = (upload: UploadRecord, isNew: boolean) => Promise<Brought>;

interface HandoversOptions extends Omit<RelaysOptions, 'files'> {
  readonly files: RelaysOptions['files'] & { size(id: string): Promise<number | undefined> };
}

const UNTAKEN = ['waiting', 'sending', 'arrived', 'fetching'] as const;

/**
 * Sealed drafts on their way to another device of the same person (docs/decisions/0011-encrypted-transfer.md): made and filled by
 * the device that has the draft, claimed by one other, gone when that one has all of it on its disk, when the first has
 * withdrawn it, or when its time is up. The server has no key. Every method but `make` throws NOT_FOUND for a handover
 * that is not there and for a wrong secret alike, and RELAY_EXPIRED for one that is over.
 */
export class Handovers {
  readonly #options: HandoversOptions;

  constructor(options: HandoversOptions) {
    this.#options = options;
  }

  async make(): Promise<MadeHandover> {
    const [id, reader, writer] = [randomUUID(), secret(), secret()];
    const expiresAt = new Date(this.#options.clock.now().getTime() + HANDOVER_LIFE_MS).toISOString();
    await this.#options.relays.add({
      id,
      kind: 'draft',
      reader: digest(reader),
      writer: digest(writer),
      maxBytes: SEALED_DRAFT_BYTES,
      state: 'waiting',
      expiresAt,
    });
    return { id, reader, writer, expiresAt, maxBytes: SEALED_DRAFT_BYTES };
  }

  async look(id: string, shown: string): Promise<HandoverView> {
    return this.#view(await this.#find(id, shown, ['reader', 'writer', 'claim']));
  }

  /**
   * Takes one piece, which `bring` writes; what had come before it broke off stays. Throws RELAY_USED, RELAY_CANCELLED,
   * file-too-large, MALFORMED_REQUEST for another length than before, UPLOAD_CONFLICT at a wrong offset, and what `bring`
   * throws.
   */
  async add(id: string, writer: string, { offset, size }: Piece, bring: BringPiece): Promise<HandoverView> {
    const { relays, uploads, clock } = this.#options;
    const relay = await this.#find(id, writer, ['writer']);
    refuseTaken(relay);
    let brought: string | undefined;
    // Else the answer to the last piece was lost on its way.
    if (relay.state === 'waiting' || relay.state === 'sending') {
      if (size > relay.maxBytes) {
        throw new AppError('file-too-large', { detail: `It may have ${relay.maxBytes} bytes.` });
      }
      const known = relay.uploadId === undefined ? undefined : await uploads.find(relay.uploadId);
      const upload = known ?? (await this.#begin(relay, { offset, size }));
      if (upload.size !== size) throw new AppError('MALFORMED_REQUEST', { detail: 'It has another length by now.' });
      brought = upload.id;
      const { bytes, sha256 } = await this.#bring(relay, upload, () => bring(upload, known === undefined));
      if (bytes === size) {
        if (sha256 !== undefined) await uploads.finish(upload.id, sha256, clock.now());
        await relays.move(id, { from: ['sending'], fromUpload: upload.id, to: 'arrived' });
      }
    }
    const now = await this.#find(id, writer, ['writer']);
    // Withdrawn or begun anew under the hands of the piece: what it has brought must not stay.
    const isLeft = now.state !== 'cancelled' && now.uploadId === brought;
    if (brought !== undefined && !isLeft) await removeUpload(this.#options, brought);
    refuseTaken(now);
    return this.#view(now);
  }

  /** What of a piece broke off stays; an upload of which nothing came goes, so that the next piece begins anew. */
  async #bring({ id }: RelayRecord, { id: uploadId }: UploadRecord, bring: () => Promise<Brought>): Promise<Brought> {
    try {
      return await bring();
    } catch (cause) {
      const now = await this.#options.relays.find(id);
      const isLeft = now?.uploadId === uploadId && now.state === 'sending';
      if (!isLeft || !(await this.#options.files.size(uploadId))) await removeUpload(this.#options, uploadId);
      // Withdrawn under its hands: what the store says of that is not the reason.
      if (now) refuseTaken(now);
      throw cause;
    }
  }

  /** Names the upload before it is made, so that none lies there that nobody knows of. */
  async #begin(relay: RelayRecord, { offset, size }: Piece): Promise<UploadRecord> {
    if (offset !== 0) throw conflictAt(0);
    const upload = uploadOf(relay, size, this.#options.clock.now());
    const from = relay.uploadId === undefined ? (['waiting'] as const) : (['sending'] as const);
    const before = relay.uploadId === undefined ? {} : { fromUpload: relay.uploadId };
    if (await this.#options.relays.move(relay.id, { from, ...before, to: 'sending', upload: upload.id })) return upload;
    throw new AppError('UPLOAD_CONFLICT', { detail: 'It is being sent by another request.' });
  }

  /**
   * From now on only who shows `claim` gets it; whoever claims it first, and the same again. Throws NOT_FOUND before all
   * of it has come, RELAY_USED where another device was first, RELAY_CANCELLED.
   */
  async claim(id: string, reader: string, claim: string): Promise<HandoverView> {
    const relay = await this.#find(id, reader, ['reader']);
    const mine = digest(claim);
    if (relay.state === 'arrived') {
      await this.#options.relays.move(id, { from: ['arrived'], to: 'fetching', claim: mine });
    }
    const now = await this.#find(id, reader, ['reader']);
    if (now.state === 'cancelled') refuseTaken(now);
    if (now.claim === undefined) throw nothingThere();
    if (now.claim !== mine) throw used();
    return this.#view(now);
  }

  /** What has come. Throws RELAY_USED after it was taken, RELAY_CANCELLED. */
  async content(
    id: string,
    claim: string,
  ): Promise<{ readonly size: number; open(from: number): AsyncIterable<Uint8Array> }> {
    const relay = await this.#find(id, claim, ['claim']);
    refuseTaken(relay);
    const upload = relay.uploadId === undefined ? undefined : await this.#options.uploads.find(relay.uploadId);
    if (upload === undefined) throw nothingThere();
    return { size: upload.size, open: (from) => this.#options.files.open(upload.id, from) };
  }

  /** The other device has all of it on its disk. Says so again where that was said before. Throws RELAY_CANCELLED. */
  async take(id: string, claim: string): Promise<void> {
    const relay = await this.#find(id, claim, ['claim']);
    if (relay.state === 'taken') return;
    await this.#options.relays.move(id, { from: ['fetching'], to: 'taken' });
    const now = await this.#find(id, claim, ['claim']);
    if (now.state !== 'taken') refuseTaken(now);
    if (relay.uploadId !== undefined) await removeUpload(this.#options, relay.uploadId);
  }

  /** Where it was taken before, nothing happens: the view says which of the two came first. */
  async withdraw(id: string, writer: string): Promise<HandoverView> {
    const { uploadId } = await this.#find(id, writer, ['writer']);
    const isWithdrawn = await this.#options.relays.move(id, { from: UNTAKEN, to: 'cancelled' });
    if (isWithdrawn && uploadId !== undefined) await removeUpload(this.#options, uploadId);
    return this.#view(await this.#find(id, writer, ['writer']));
  }

  async #view({ state, expiresAt, maxBytes, uploadId }: RelayRecord): Promise<HandoverView> {
    const { files, uploads } = this.#options;
    const isComing = state === 'sending';
    const bytes =
      uploadId === undefined ? 0 : isComing ? await files.size(uploadId) : (await uploads.find(uploadId))?.size;
    return { state, expiresAt, maxBytes, bytes: bytes ?? 0 };
  }

  #find(id: string, shown: string, sides: readonly Side[]): Promise<RelayRecord> {
    return findRelay(this.#options, { id, kind: 'draft', shown, sides });
  }
}

function refuseTaken({ state }: Pick<RelayRecord, 'state'>): void {
  if (state === 'cancelled') throw new AppError('RELAY_CANCELLED', { detail: 'This link was withdrawn.' });
  if (state === 'taken') throw used();
}

const used = () => new AppError('RELAY_USED', { detail: 'This link has been opened on another device.' });
const nothingThere = () => new AppError('NOT_FOUND', { detail: 'Not all of it has come.' });
const conflictAt = (offset: number) =>
  new AppError('UPLOAD_CONFLICT', {
    detail: 'The upload stands at another offset.',
    headers: { 'Upload-Offset': String(offset) },
  });
