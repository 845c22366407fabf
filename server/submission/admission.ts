import { TOTAL_DOCUMENT_BYTES } from '#domain/student/documents.ts';
import { AppError, STORAGE_FULL } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { FileStore } from '../ports/file-store.ts';
import type { Log } from '../ports/log.ts';
import type { UploadLedger, UploadRecord, UploadRefusal } from '../ports/upload-ledger.ts';
import type { HashClient } from './senders.ts';

/** Applies the quotas to uploads, at registration and while their bytes arrive. */
export interface Admission {
  /**
   * Registers an upload, removes the one that it replaces, and resolves to its record. `client`: the sender's address.
   * Throws ALREADY_SUBMITTED if its application is processed, FILE_SIZE_ERROR over the draft's limit, QUOTA_EXCEEDED over
   * the client's, and STORAGE_FULL without space.
   */
  admit(upload: UploadRecord, client: string, terms?: AdmissionTerms): Promise<UploadRecord>;
  /** Runs `work` for an upload whose bytes arrive, with its record as of now. Throws NOT_FOUND without a record. */
  arriving<T>(id: string, work: (arriving: Arriving) => Promise<T>): Promise<T>;
}

/** The limits of an upload that is not a document of an application. */
interface AdmissionTerms {
  readonly mostBytes?: number;
  readonly keepsOthers?: boolean;
}

export interface Arriving {
  readonly upload: UploadRecord;
  /** Admits the bytes from `offset` on. Throws QUOTA_EXCEEDED or STORAGE_FULL if the rest is over a limit. */
  receive(offset: number): Promise<Receipt>;
}

/** Counts the bytes of one request for an upload. */
export interface Receipt {
  /** Counts bytes as they come. Throws QUOTA_EXCEEDED or STORAGE_FULL once they go over a limit. */
  add(bytes: number): void;
  /** Ends the request; `offset` bytes are stored. `isNoted`: the ledger has the whole upload. Never rejects. */
  end(offset: number, isNoted: boolean): Promise<void>;
}

interface AdmissionOptions {
  readonly uploads: UploadLedger;
  readonly files: Pick<FileStore, 'room' | 'size' | 'remove'>;
  /** The quota of one client within a day, and of all uploads, in bytes. */
  readonly limits: { readonly perClient: number; readonly inAll: number };
  readonly hashClient: HashClient;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/** An upload reserves space for its rest until this long after its last byte. */
const RESERVED_MS = 15 * 60_000;

const QUOTA_EXCEEDED =
  'More documents have come from your network within a day than we take. Please try again tomorrow, or from another connection.';

/** The ledger decides. This process counts only bytes that are not in the ledger yet (docs/decisions/0008-uploads.md). */
export function createAdmission({ uploads, files, limits, hashClient, clock, log }: AdmissionOptions): Admission {
  const coming = new ComingBytes();

  /** A lost document may be replaced over the limits of client and all, since its space was already granted. */
  const register = async (upload: UploadRecord, mostBytes: number): Promise<UploadRefusal | undefined> => {
    const room = await files.room?.();
    const activeSince = new Date(clock.now().getTime() - RESERVED_MS);
    const terms = { draft: mostBytes, client: limits.perClient, all: limits.inAll, room, activeSince };
    const refusal = await uploads.add(upload, terms);
    if ((refusal !== 'client' && refusal !== 'all') || !(await replacesLost(upload))) return refusal;
    return uploads.add(upload, { ...terms, client: Number.MAX_SAFE_INTEGER, all: Number.MAX_SAFE_INTEGER });
  };

  /** Whether the server has lost the bytes of an accepted document in that slot. */
  const replacesLost = async ({ draftId, slot }: UploadRecord): Promise<boolean> => {
    for (const known of await uploads.ofDraft(draftId)) {
      if (known.slot === slot && known.claimed && (await files.size(known.id)) !== known.size) return true;
    }
    return false;
  };

  /** Removes older uploads of the slot, unless an application has claimed them. */
  const removeReplaced = async (upload: UploadRecord) => {
    const order = ({ createdAt, id }: UploadRecord) => `${createdAt} ${id}`;
    for (const other of await uploads.ofDraft(upload.draftId)) {
      if (other.slot !== upload.slot || order(other) >= order(upload)) continue;
      if (await uploads.deleteIfUnclaimed(other.id)) await files.remove(other.id);
    }
  };

  const receive = async (
    upload: UploadRecord,
    offset: number,
    refuseOver: (rest: number) => void,
  ): Promise<Receipt> => {
    let isForLost = false;
    try {
      refuseOver(upload.size - offset);
    } catch (refusal) {
      isForLost = await replacesLost(upload);
      if (!isForLost) throw refusal;
    }
    let arrived = 0;
    return {
      add: (bytes) => {
        arrived += bytes;
        coming.come(upload.client, bytes);
        if (!isForLost) refuseOver(0);
      },
      end: async (kept, isNoted) => {
        // The next request for the upload notes these bytes as well.
        const failed = (err: unknown) => log.warn({ err }, 'the arrived bytes of an upload cannot be noted');
        if (!isNoted && kept > offset) await uploads.noteArrived(upload.id, kept, clock.now()).catch(failed);
        coming.note(upload.client, arrived);
      },
    };
  };

  return {
    admit: async (upload, address, { mostBytes = TOTAL_DOCUMENT_BYTES, keepsOthers = false } = {}) => {
      const registered = { ...upload, client: hashClient(address) };
      const refusal = await register(registered, mostBytes);
      if (refusal !== undefined) throw REFUSALS[refusal]();
      if (!keepsOthers) await removeReplaced(registered);
      return registered;
    },
    arriving: async (id, work) => {
      // Before the read, so that bytes noted in between count twice rather than not at all.
      const since = coming.begin();
      try {
        const found = await uploads.findHeld(id);
        if (found === undefined) throw new AppError('NOT_FOUND', { detail: 'There is no such upload.' });
        const { upload, held } = found;
        const refuseOver = (rest: number) => {
          const ofClient = held.client + coming.of(upload.client, since) + rest;
          if (upload.client !== undefined && ofClient > limits.perClient) throw REFUSALS.client();
          if (held.all + coming.of(ALL, since) + rest > limits.inAll) throw REFUSALS.all();
        };
        return await work({ upload, receive: (offset) => receive(upload, offset, refuseOver) });
      } finally {
        coming.end(since);
      }
    },
  };
}

const ALL = '';

/** Bytes that are arriving at this process, by client and in all. */
class ComingBytes {
  readonly #unnoted = new Map<string, number>();
  /** Of each open request: bytes noted in the ledger since it was read. */
  readonly #noted = new Set<Map<string, number>>();

  begin(): Map<string, number> {
    const since = new Map<string, number>();
    this.#noted.add(since);
    return since;
  }

  end(since: Map<string, number>): void {
    this.#noted.delete(since);
  }

  /** Bytes that the ledger did not have when it was read. */
  of(client = ALL, since: ReadonlyMap<string, number>): number {
    return (this.#unnoted.get(client) ?? 0) + (since.get(client) ?? 0);
  }

  come(client: string | undefined, bytes: number): void {
    for (const name of new Set([ALL, client ?? ALL])) add(this.#unnoted, name, bytes);
  }

  /** The ledger has them now, or they were lost. */
  note(client: string | undefined, bytes: number): void {
    this.come(client, -bytes);
    for (const name of new Set([ALL, client ?? ALL])) for (const since of this.#noted) add(since, name, bytes);
  }
}

function add(sums: Map<string, number>, name: string, bytes: number): void {
  const sum = (sums.get(name) ?? 0) + bytes;
  if (sum === 0) sums.delete(name);
  else sums.set(name, sum);
}

const REFUSALS: Readonly<Record<UploadRefusal, () => AppError>> = {
  done: () => new AppError('ALREADY_SUBMITTED', { detail: 'This application has already been submitted.' }),
  draft: () => new AppError('FILE_SIZE_ERROR', { detail: 'Total file size exceeds 100MB limit' }),
  client: () => new AppError('QUOTA_EXCEEDED', { detail: QUOTA_EXCEEDED }),
  all: () => new AppError('STORAGE_FULL', { detail: STORAGE_FULL }),
  room: () => new AppError('STORAGE_FULL', { detail: STORAGE_FULL }),
};
