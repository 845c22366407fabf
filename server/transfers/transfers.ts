import { hash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import {
  type CreatedTransfer,
  DOCUMENT_OVERHEAD_BYTES,
  DRAFT_OVERHEAD_BYTES,
  type NewTransfer,
  TRANSFER_LIFE_MS,
  type TransferKind,
  type TransferView,
} from '#contract/transfers.ts';
import { TOTAL_DOCUMENT_BYTES } from '#domain/student/documents.ts';
import type { TransferLedger, TransferRecord } from '../adapters/sql/transfers.ts';
import { AppError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { FileStore } from '../ports/file-store.ts';
import type { UploadLedger, UploadRecord } from '../ports/upload-ledger.ts';
import { SLOTS } from '../submission/slots.ts';

interface TransfersOptions {
  readonly transfers: TransferLedger;
  readonly uploads: Pick<UploadLedger, 'find' | 'ofDraft' | 'deleteIfUnclaimed' | 'finish'>;
  readonly files: Pick<FileStore, 'open' | 'remove' | 'size'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** The offset of a piece, in bytes. */
export interface Piece {
  readonly offset: number;
  readonly size: number;
  /** Identifies one encryption of the content. */
  readonly attempt: string;
}

interface Written {
  readonly bytes: number;
  readonly sha256?: string | undefined;
  /** The connection broke before the end of the piece. */
  readonly isCut: boolean;
}

/** Writes the bytes of a piece. `isNew`: the upload is not registered yet. */
export type WritePiece = (upload: UploadRecord, isNew: boolean) => Promise<Written>;

type Secret = 'reader' | 'writer' | 'claim';

/** Which secret may fetch the content, and which may cancel: that of the device that created the link. */
const RIGHTS: Readonly<
  Record<TransferKind, { readonly fetch: Secret; readonly cancel: Secret; readonly life: string }>
> = {
  document: { fetch: 'reader', cancel: 'reader', life: '15 minutes' },
  draft: { fetch: 'claim', cancel: 'writer', life: '24 hours' },
};

const UNUSED = ['waiting', 'opened', 'sending'] as const;
const HERE = ['arrived', 'fetching'] as const;
const SWEPT_AT_ONCE = 200;

/**
 * Encrypted transfers between two devices of one person (docs/decisions/0011-encrypted-transfer.md). The bytes arrive in
 * pieces, and are deleted when the other device has them, or the link is cancelled or expired. The server has no key. Every
 * method with a secret throws NOT_FOUND for an unknown link or a wrong secret, and LINK_EXPIRED.
 */
export class Transfers {
  readonly #options: TransfersOptions;

  constructor(options: TransfersOptions) {
    this.#options = options;
  }

  /** Throws UPLOAD_MISMATCH for a slot that no form has. */
  async create(wanted: NewTransfer): Promise<CreatedTransfer> {
    const { kind } = wanted;
    const maxBytes =
      wanted.kind === 'draft' ? TOTAL_DOCUMENT_BYTES + DRAFT_OVERHEAD_BYTES : encryptedBytesOf(wanted.slot);
    const [id, reader, writer] = [randomUUID(), newSecret(), newSecret()];
    const expiresAt = new Date(this.#options.clock.now().getTime() + TRANSFER_LIFE_MS[kind]).toISOString();
    const known = { reader: digest(reader), writer: digest(writer), claim: null };
    await this.#options.transfers.add({ id, kind, ...known, maxBytes, state: 'waiting', uploadId: null, expiresAt });
    return { id, reader, writer, expiresAt };
  }

  async view(id: string, secret: string): Promise<TransferView> {
    return this.#view(await this.#find(id, secret, () => ['reader', 'writer', 'claim']));
  }

  /** Notes that the writer has opened the link. Throws LINK_USED and LINK_CANCELLED. */
  async open(id: string, writer: string): Promise<TransferView> {
    refuseUsed(await this.#find(id, writer, () => ['writer']));
    await this.#options.transfers.move(id, { from: ['waiting'], to: 'opened' });
    return this.view(id, writer);
  }

  /**
   * Adds a piece with `write`. A new attempt that begins at 0 replaces an earlier one, even if that still waits for bytes.
   * Throws LINK_USED, LINK_CANCELLED, file-too-large, MALFORMED_REQUEST if the length changes, UPLOAD_CONFLICT at a wrong
   * offset or for a replaced attempt, and the errors of `write`.
   */
  async addPiece(id: string, writer: string, piece: Piece, write: WritePiece): Promise<TransferView> {
    const { transfers, uploads, files, clock } = this.#options;
    const transfer = await this.#find(id, writer, () => ['writer']);
    refuseUsed(transfer);
    if (piece.size > transfer.maxBytes) {
      throw new AppError('file-too-large', { detail: `It may have ${transfer.maxBytes} bytes.` });
    }
    const known = transfer.uploadId === null ? undefined : await uploads.find(transfer.uploadId);
    const upload = known?.name === piece.attempt ? known : await this.#begin(transfer, piece);
    if (upload.size !== piece.size) throw new AppError('MALFORMED_REQUEST', { detail: 'The length has changed.' });
    const fromUpload = upload.id;
    try {
      if (upload === known) await transfers.move(id, { from: ['opened'], fromUpload, to: 'sending' });
      const { bytes, sha256, isCut } = await write(upload, upload !== known);
      if (bytes === upload.size) {
        if (sha256 !== undefined) await uploads.finish(upload.id, sha256, clock.now());
        await transfers.move(id, { from: UNUSED, fromUpload, to: 'arrived' });
      } else if (isCut) await transfers.move(id, { from: ['sending'], fromUpload, to: 'opened' });
    } catch (cause) {
      await transfers.move(id, { from: ['sending'], fromUpload, to: 'opened' });
      await this.#assertCurrent(id, upload.id);
      // An upload without a byte would block the next piece.
      if (!(await files.size(upload.id))) await this.#remove(upload.id);
      throw cause;
    }
    return this.#view(await this.#assertCurrent(id, upload.id));
  }

  /** Saves the upload before it exists, so that a sweep always finds its bytes. */
  async #begin({ id, uploadId }: TransferRecord, { offset, size, attempt }: Piece): Promise<UploadRecord> {
    if (offset !== 0) throw replaced();
    const upload: UploadRecord = {
      id: randomUUID().replaceAll('-', ''),
      draftId: ownerOf(id),
      slot: 'sealed',
      name: attempt,
      // The encrypted content has its real name and type.
      type: 'application/octet-stream',
      size,
      createdAt: this.#options.clock.now().toISOString(),
    };
    const isBegun = await this.#options.transfers.move(id, {
      from: UNUSED,
      fromUpload: uploadId,
      to: 'sending',
      upload: upload.id,
    });
    if (!isBegun) await this.#assertCurrent(id, upload.id);
    if (uploadId !== null) await this.#remove(uploadId);
    return upload;
  }

  /** Removes an upload that was cancelled or replaced by another attempt, and throws the error for the link. */
  async #assertCurrent(id: string, uploadId: string): Promise<TransferRecord> {
    const now = await this.#options.transfers.find(id);
    if (now?.uploadId === uploadId && now.state !== 'cancelled') return now;
    await this.#remove(uploadId);
    if (now) refuseUsed(now);
    throw replaced();
  }

  /**
   * From now on only `claim` can fetch the draft. The first device succeeds, and may repeat the call. Throws NOT_FOUND
   * until all bytes have arrived, LINK_USED for another device, and LINK_CANCELLED.
   */
  async claim(id: string, reader: string, claim: string): Promise<TransferView> {
    const { kind } = await this.#find(id, reader, () => ['reader']);
    const own = digest(claim);
    if (RIGHTS[kind].fetch === 'claim') {
      await this.#options.transfers.move(id, { from: ['arrived'], to: 'fetching', claim: own });
    }
    const now = await this.#find(id, reader, () => ['reader']);
    if (now.state === 'cancelled') throw cancelled();
    if (now.claim === null) throw notArrived();
    if (now.claim !== own) throw used();
    return this.#view(now);
  }

  /** The encrypted bytes. Throws NOT_FOUND until all have arrived, LINK_USED after their removal, and LINK_CANCELLED. */
  async content(
    id: string,
    secret: string,
  ): Promise<{ readonly size: number; open(from: number): AsyncIterable<Uint8Array> }> {
    const { state, uploadId } = await this.#find(id, secret, ({ fetch }) => [fetch]);
    if (state === 'cancelled') throw cancelled();
    if (state === 'taken') throw used();
    const isHere = HERE.some((one) => one === state) && uploadId !== null;
    const upload = isHere ? await this.#options.uploads.find(uploadId) : undefined;
    if (upload === undefined) throw notArrived();
    return { size: upload.size, open: (from) => this.#options.files.open(upload.id, from) };
  }

  /** The other device has all bytes: they are removed. May be repeated. Throws NOT_FOUND and LINK_CANCELLED. */
  async acknowledge(id: string, secret: string): Promise<void> {
    const { state, uploadId } = await this.#find(id, secret, ({ fetch }) => [fetch]);
    if (state === 'taken') return;
    const isTaken = await this.#options.transfers.move(id, { from: HERE, to: 'taken' });
    if (isTaken && uploadId !== null) await this.#remove(uploadId);
    if (isTaken) return;
    const now = await this.#find(id, secret, ({ fetch }) => [fetch]);
    if (now.state === 'cancelled') throw cancelled();
    if (now.state !== 'taken') throw notArrived();
  }

  /** Does nothing if it was already taken: the view tells which. */
  async cancel(id: string, secret: string): Promise<TransferView> {
    const { uploadId } = await this.#find(id, secret, ({ cancel }) => [cancel]);
    const isCancelled = await this.#options.transfers.move(id, { from: [...UNUSED, ...HERE], to: 'cancelled' });
    if (isCancelled && uploadId !== null) await this.#remove(uploadId);
    return this.view(id, secret);
  }

  /** Removes expired transfers with their bytes, also those that a crash has left. Returns how many transfers. */
  async sweep(): Promise<number> {
    const { transfers, uploads, clock } = this.#options;
    const ids = await transfers.expired(clock.now(), SWEPT_AT_ONCE);
    for (const id of ids) {
      for (const upload of await uploads.ofDraft(ownerOf(id))) await this.#remove(upload.id);
      // Last, since its uploads are found through it.
      await transfers.remove(id);
    }
    return ids.length;
  }

  async #view({ state, expiresAt, maxBytes, uploadId }: TransferRecord): Promise<TransferView> {
    const bytes = uploadId === null ? undefined : await this.#options.files.size(uploadId);
    return { state, expiresAt, maxBytes, bytes: bytes ?? 0 };
  }

  async #find(
    id: string,
    shown: string,
    secretsOf: (rights: (typeof RIGHTS)[TransferKind]) => readonly Secret[],
  ): Promise<TransferRecord> {
    const transfer = await this.#options.transfers.find(id);
    const secrets = transfer ? secretsOf(RIGHTS[transfer.kind]) : [];
    if (!transfer || !secrets.some((secret) => isSecretOf(transfer[secret], shown))) {
      throw new AppError('NOT_FOUND', { detail: 'There is no such link, or it is over.' });
    }
    if (Date.parse(transfer.expiresAt) > this.#options.clock.now().getTime()) return transfer;
    throw new AppError('LINK_EXPIRED', { detail: `This link is over: it was good for ${RIGHTS[transfer.kind].life}.` });
  }

  /** No application can have claimed the upload. Bytes may exist without the row. */
  async #remove(uploadId: string): Promise<void> {
    await this.#options.uploads.deleteIfUnclaimed(uploadId);
    await this.#options.files.remove(uploadId);
  }
}

/** Limit of an encrypted document of a slot; never more than all documents of an application. */
function encryptedBytesOf(slot: string): number {
  const rules = SLOTS.get(slot);
  if (rules === undefined) throw new AppError('UPLOAD_MISMATCH', { detail: 'No form has such a slot.' });
  return Math.min(rules.maxBytes + DOCUMENT_OVERHEAD_BYTES, TOTAL_DOCUMENT_BYTES);
}

const newSecret = () => randomBytes(32).toString('base64url');
const digest = (text: string): string => hash('sha256', text);

const isSecretOf = (known: string | null, shown: string): boolean =>
  known !== null && timingSafeEqual(Buffer.from(known), Buffer.from(digest(shown)));

function refuseUsed({ state }: TransferRecord): void {
  if (state === 'cancelled') throw cancelled();
  if (!UNUSED.some((one) => one === state)) throw used();
}

const used = () => new AppError('LINK_USED', { detail: 'This link has been used.' });
const cancelled = () => new AppError('LINK_CANCELLED', { detail: 'This link was cancelled.' });
const notArrived = () => new AppError('NOT_FOUND', { detail: 'Not all of it has arrived.' });
const replaced = () => new AppError('UPLOAD_CONFLICT', { detail: 'It is being sent again.' });

/** The draft id of a transfer's uploads. No application has such an id, so none can claim them. */
const ownerOf = (id: string): string => `relay:${id}`;
