import { hash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import {
  type MadeRelay,
  RELAY_LIFE_MS,
  type RelayKind,
  type RelayState,
  type RelayView,
  SEAL_BYTES,
} from '#contract/relays.ts';
import { TOTAL_DOCUMENT_BYTES } from '#domain/student/documents.ts';
import { AppError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { FileStore } from '../ports/file-store.ts';
import type { RelayLedger, RelayRecord } from '../ports/relay-ledger.ts';
import type { UploadLedger, UploadRecord } from '../ports/upload-ledger.ts';
import { SLOTS } from '../submission/slots.ts';

/** The two ends, of which neither can do what the other may; `claim` is the one device that takes a draft. */
export type Side = 'reader' | 'writer' | 'claim';

export interface RelaysOptions {
  readonly relays: RelayLedger;
  readonly uploads: Pick<UploadLedger, 'find' | 'ofDraft' | 'take' | 'finish'>;
  readonly files: Pick<FileStore, 'open' | 'remove'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Bytes on their way to the store: how many came, and their SHA-256 where the store has seen it. */
export interface Brought {
  readonly bytes: number;
  readonly sha256?: string | undefined;
}

const UNUSED = ['waiting', 'opened', 'sending'] as const satisfies readonly RelayState[];
const SWEPT_AT_ONCE = 200;

/**
 * Sealed documents on their way between two devices of one person (docs/decisions/0011-encrypted-transfer.md): made by the
 * side that reads, filled once by the other, gone when they were taken, cancelled or over. What is in them is none of the
 * server's business: it has no key. Every method but `make` and `sweep` throws NOT_FOUND for a relay that is not there
 * and for a wrong secret alike, and RELAY_EXPIRED for one that is over.
 */
export class Relays {
  readonly #options: RelaysOptions;

  constructor(options: RelaysOptions) {
    this.#options = options;
  }

  /** Throws UPLOAD_MISMATCH for a slot that no form has. */
  async make(slot: string): Promise<MadeRelay> {
    const rules = SLOTS.get(slot);
    if (rules === undefined) throw new AppError('UPLOAD_MISMATCH', { detail: 'No form has such a slot.' });
    const [id, reader, writer] = [randomUUID(), secret(), secret()];
    const expiresAt = new Date(this.#options.clock.now().getTime() + RELAY_LIFE_MS).toISOString();
    // All documents of an application together may have no more, so that one of that size is a few kilobytes smaller.
    const maxBytes = Math.min(rules.maxBytes + SEAL_BYTES, TOTAL_DOCUMENT_BYTES);
    const record = {
      id,
      kind: 'document',
      reader: digest(reader),
      writer: digest(writer),
      maxBytes,
      state: 'waiting',
      expiresAt,
    } as const;
    await this.#options.relays.add(record);
    return { id, reader, writer, expiresAt };
  }

  /** Where it stands, for whoever has one of its secrets. */
  async look(id: string, shown: string): Promise<RelayView> {
    return viewOf(await this.#find(id, shown, ['reader', 'writer']));
  }

  /** Notes that the writer is there. Throws RELAY_USED or RELAY_CANCELLED where it comes too late. */
  async open(id: string, writer: string): Promise<RelayView> {
    const relay = await this.#unused(id, writer);
    await this.#options.relays.move(id, { from: ['waiting'], to: 'opened' });
    return viewOf(relay.state === 'waiting' ? { ...relay, state: 'opened' } : relay);
  }

  /**
   * Takes all bytes, which `bring` writes to the upload that it is given, or nothing. Whoever begins later comes first:
   * a phone that lost its connection begins anew while the server still waits for the rest. Throws RELAY_USED,
   * RELAY_CANCELLED, file-too-large, UPLOAD_CONFLICT for bytes that broke off or were overtaken, and what `bring` throws.
   */
  async receive(id: string, writer: string, size: number, bring: Bring): Promise<RelayView> {
    const { relays, uploads, clock } = this.#options;
    const relay = await this.#unused(id, writer);
    if (size > relay.maxBytes) throw new AppError('file-too-large', { detail: `It may have ${relay.maxBytes} bytes.` });
    const upload = uploadOf(relay, size, clock.now());
    if (!(await relays.move(id, { from: UNUSED, to: 'sending', upload: upload.id }))) await this.#unused(id, writer);
    await this.#removeOvertaken(id);
    let hasArrived = false;
    try {
      const { bytes, sha256 } = await bring(upload);
      if (bytes !== size) throw new AppError('UPLOAD_CONFLICT', { detail: 'The bytes broke off.' });
      if (sha256 !== undefined) await uploads.finish(upload.id, sha256, clock.now());
      hasArrived = await relays.move(id, { from: ['sending'], fromUpload: upload.id, to: 'arrived' });
      const now = await this.#find(id, writer, ['writer']);
      if (hasArrived) return viewOf(now);
      return refuseOvertaken(now);
    } catch (cause) {
      // Whoever overtook it has removed its bytes under its hands: what the store says of that is not the reason.
      const now = await relays.find(id);
      if (!hasArrived && now && now.uploadId !== upload.id) refuseOvertaken(now);
      throw cause;
    } finally {
      if (!hasArrived) {
        await relays.move(id, { from: ['sending'], fromUpload: upload.id, to: 'opened' });
        await this.#remove(upload.id);
      }
    }
  }

  /** What has arrived. Throws NOT_FOUND before, RELAY_USED after it was taken, RELAY_CANCELLED. */
  async content(id: string, reader: string): Promise<{ readonly size: number; open(): AsyncIterable<Uint8Array> }> {
    const { state, uploadId } = await this.#find(id, reader, ['reader']);
    if (state === 'taken' || state === 'cancelled') refuseUsed({ state });
    const upload =
      state === 'arrived' && uploadId !== undefined ? await this.#options.uploads.find(uploadId) : undefined;
    if (upload === undefined) throw new AppError('NOT_FOUND', { detail: 'Nothing has arrived.' });
    return { size: upload.size, open: () => this.#options.files.open(upload.id) };
  }

  /** The reader has it: nobody gets it any more. Says so again where it was taken before. */
  async take(id: string, reader: string): Promise<void> {
    const { state, uploadId } = await this.#find(id, reader, ['reader']);
    if (state === 'taken') return;
    if (!(await this.#options.relays.move(id, { from: ['arrived'], to: 'taken' }))) {
      throw new AppError('NOT_FOUND', { detail: 'Nothing has arrived.' });
    }
    if (uploadId !== undefined) await this.#remove(uploadId);
  }

  /** The reader does not want it any more. Nothing happens to one that was taken. */
  async cancel(id: string, reader: string): Promise<void> {
    const { uploadId } = await this.#find(id, reader, ['reader']);
    const isCancelled = await this.#options.relays.move(id, { from: [...UNUSED, 'arrived'], to: 'cancelled' });
    if (isCancelled && uploadId !== undefined) await this.#remove(uploadId);
  }

  /** Removes what is over, and what a crash left of it. Returns how many relays. */
  async sweep(): Promise<number> {
    const { relays, uploads, clock } = this.#options;
    const over = await relays.expired(clock.now(), SWEPT_AT_ONCE);
    for (const { id } of over) {
      for (const upload of await uploads.ofDraft(ownerOf(id))) await this.#remove(upload.id);
      // Last: what is left of it is found by it.
      await relays.forget(id);
    }
    return over.length;
  }

  /** Whoever began before finds its bytes gone, and is told why. */
  async #removeOvertaken(id: string): Promise<void> {
    const { relays, uploads } = this.#options;
    const known = await uploads.ofDraft(ownerOf(id));
    // Asked afterwards, since the relay names an upload before that is registered: what is not named now never will be.
    const now = await relays.find(id);
    for (const upload of known) if (upload.id !== now?.uploadId) await this.#remove(upload.id);
  }

  #remove(uploadId: string): Promise<void> {
    return removeUpload(this.#options, uploadId);
  }

  async #unused(id: string, writer: string): Promise<RelayRecord> {
    const relay = await this.#find(id, writer, ['writer']);
    refuseUsed(relay);
    return relay;
  }

  #find(id: string, shown: string, sides: readonly Side[]): Promise<RelayRecord> {
    return findRelay(this.#options, { id, kind: 'document', shown, sides });
  }
}

/** In words for people: how long a link is good. */
const LIVES: Readonly<Record<RelayKind, string>> = { document: '15 minutes', draft: '24 hours' };

/**
 * The relay of that kind of which one of the `sides` shows its secret. Throws NOT_FOUND where there is none, and for a
 * wrong secret alike, and RELAY_EXPIRED for one that is over.
 */
export async function findRelay(
  { relays, clock }: Pick<RelaysOptions, 'relays' | 'clock'>,
  { id, kind, shown, sides }: { id: string; kind: RelayKind; shown: string; sides: readonly Side[] },
): Promise<RelayRecord> {
  const relay = await relays.find(id);
  const isKnown = relay?.kind === kind && sides.some((side) => isSecretOf(relay[side], shown));
  if (!isKnown) throw new AppError('NOT_FOUND', { detail: 'There is no such link, or it is over.' });
  if (Date.parse(relay.expiresAt) > clock.now().getTime()) return relay;
  throw new AppError('RELAY_EXPIRED', { detail: `This link is over: it was good for ${LIVES[kind]}.` });
}

/** Nobody can have claimed it. Where it was struck off already, bytes may still have come. */
export async function removeUpload(
  { uploads, files }: Pick<RelaysOptions, 'uploads' | 'files'>,
  uploadId: string,
): Promise<void> {
  await uploads.take(uploadId);
  await files.remove(uploadId);
}

/** Writes the bytes of an upload that is not registered yet. */
export type Bring = (upload: UploadRecord) => Promise<Brought>;

export const secret = () => randomBytes(32).toString('base64url');
export const digest = (text: string): string => hash('sha256', text);

/** `known` is a digest; undefined is nobody's. */
const isSecretOf = (known: string | undefined, shown: string): boolean =>
  known !== undefined && timingSafeEqual(Buffer.from(known), Buffer.from(digest(shown)));

function refuseUsed({ state }: Pick<RelayRecord, 'state'>): void {
  if (state === 'cancelled') throw new AppError('RELAY_CANCELLED', { detail: 'This link was cancelled.' });
  if (state === 'arrived' || state === 'taken') {
    throw new AppError('RELAY_USED', { detail: 'This link has been used: a document has come by it.' });
  }
}

/** Another request has begun since, and perhaps come to its end. */
function refuseOvertaken(relay: RelayRecord): never {
  refuseUsed(relay);
  throw new AppError('UPLOAD_CONFLICT', { detail: 'It is being sent anew.' });
}

const viewOf = ({ state, expiresAt, maxBytes }: RelayRecord): RelayView => ({ state, expiresAt, maxBytes });

/** Under whose name its content is registered: no application has such an id, so that none can claim it. */
const ownerOf = (id: string): string => `relay:${id}`;

/** Its real name and type are inside. */
export const uploadOf = ({ id }: RelayRecord, size: number, now: Date): UploadRecord => ({
  id: randomUUID().replaceAll('-', ''),
  draftId: ownerOf(id),
  slot: 'relay',
  name: 'sealed',
  type: 'application/octet-stream',
  size,
  createdAt: now.toISOString(),
});
