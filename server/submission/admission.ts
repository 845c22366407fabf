import { TOTAL_DOCUMENT_BYTES } from '#domain/student/documents.ts';
import { AppError, STORAGE_FULL } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { FileStore } from '../ports/file-store.ts';
import type { SubmissionRecord } from '../ports/ledger.ts';
import type { Log } from '../ports/log.ts';
import type { Held, UploadLedger, UploadRecord } from '../ports/upload-ledger.ts';
import { type Amount, ArrivingUploads, CachedSum } from './admission-counts.ts';
import type { HashClient } from './hash-client.ts';

/** Bytes that uploads may have. */
interface UploadLimits {
  /** Of what one client has sent within a day. */
  readonly perClient: number;
  /** Of all that is kept. */
  readonly inAll: number;
}

/** Decides which uploads are taken, before a byte of them has come and while they come. */
export interface Admission {
  /**
   * Registers an upload; what it replaces is removed. `client` is the address that it comes from. Resolves with the
   * upload as it is registered. Throws FILE_SIZE_ERROR where the draft has too much with it, QUOTA_EXCEEDED where its
   * client has, and STORAGE_FULL where there is no room.
   */
  admit(upload: UploadRecord, client: string, terms?: AdmissionTerms): Promise<UploadRecord>;
  /**
   * Lets bytes of an upload in, which stands at `offset`. Throws QUOTA_EXCEEDED or STORAGE_FULL where the rest of it goes
   * over a limit by what has arrived meanwhile.
   */
  receive(upload: UploadRecord, offset: number): Promise<Receipt>;
}

/** The bytes that one request brings for an upload. */
export interface Receipt {
  /** Counts bytes as they come. Throws QUOTA_EXCEEDED or STORAGE_FULL once they go over a limit. */
  add(bytes: number): void;
  /** No more will come. `isFinished`: the upload is about to be noted as finished. Never rejects. */
  end(isFinished: boolean): Promise<void>;
}

/** How an upload is let in that is no document of an application. */
interface AdmissionTerms {
  /** Bytes that its draft may have. */
  readonly mostBytes?: number;
  /**
   * Others in its slot stay, whenever they were made: whoever registers it knows by an order of its own which one counts,
   * and the clocks of two nodes may say something else.
   */
  readonly keepsOthers?: boolean;
}

interface AdmissionOptions {
  readonly uploads: UploadLedger;
  readonly files: Pick<FileStore, 'room' | 'size' | 'remove'>;
  readonly limits: UploadLimits;
  readonly hashClient: HashClient;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly log: Log;
}

/** What an upload takes beside its bytes: its notes, its row, and what a file system rounds up to. */
const AROUND_BYTES = 16 * 1024;
const amountOf = ({ bytes, uploads, reserved }: Held): Amount => ({ bytes: bytes + uploads * AROUND_BYTES, reserved });

/** An upload reserves room for its rest until so long after its last byte; one that goes on later finds room again. */
const RESERVED_MS = 15 * 60_000;
/**
 * Of the room that is left, so much is reserved at most, whatever was announced: otherwise requests without a single
 * byte would keep everybody else from uploading. What goes over that is refused when its bytes come.
 */
const MOST_RESERVED = 0.75;

/** A look at all that is kept is worth not being repeated; a client's is quick. */
const SUM_AGE_MS = { all: 60_000, client: 5_000 };
const CLIENTS_KEPT = 1_000;

const QUOTA_EXCEEDED =
  'More documents have come from your network within a day than we take. Please try again tomorrow, or from another connection.';

/**
 * What is held against the limits is what the register has, not a count of its own (docs/decisions/claims-and-quotas.md);
 * of many at the same moment each counts for the next. Nodes that share a register see each other's a little later.
 */
export function createAdmission({ uploads, files, limits, hashClient, clock, log }: AdmissionOptions): Admission {
  const { monotonic } = clock;
  const activeSince = () => new Date(clock.now().getTime() - RESERVED_MS);
  const all = new CachedSum({
    read: async () => amountOf(await uploads.held(activeSince())),
    maxAgeMs: SUM_AGE_MS.all,
    monotonic,
    onFailure: (err) => log.warn({ err }, 'the bytes of all uploads cannot be summed: the last sum counts on'),
  });
  const sumOf = clientSums((client) => ({
    read: async () => amountOf(await uploads.heldBy(client, activeSince())),
    maxAgeMs: SUM_AGE_MS.client,
    monotonic,
  }));
  const arriving = new ArrivingUploads();

  /** Everything is read before anything is decided: from the last answer on nothing comes in between. */
  const letIn = async (upload: UploadRecord, client: string, mostBytes: number) => {
    const bytes = upload.size + AROUND_BYTES;
    const sum = sumOf(client);
    const [room, draft] = await Promise.all([
      files.room?.(),
      uploads.ofDraft(upload.draftId),
      all.refresh(),
      sum.refresh(),
    ]);
    const isForLost = await replacesLost(upload, draft, files);
    const known = arriving.all();
    const registered = room === undefined ? 0 : await uploads.reserved(activeSince(), known.map(idOf));
    if (room !== undefined) {
      const reserved = registered + reservedOf([...known, ...arriving.all()]);
      if (bytes > room - mostReserved(reserved, room)) throw full();
    }
    refuseOverTotal(upload, [...draft, ...arriving.all()], mostBytes);
    if (!isForLost && wouldExceed(sum.value, bytes, limits.perClient)) throw quotaExceeded();
    if (!isForLost && wouldExceed(all.value, bytes, limits.inAll)) throw full();
    arriving.add(upload);
    const announced = { bytes: AROUND_BYTES, reserved: upload.size };
    for (const one of [all, sum]) one.count(announced);
    return (isRegistered: boolean) => {
      for (const one of [all, sum]) one.settle(announced, isRegistered);
    };
  };

  /** Throws where so many bytes more go over a limit, whatever is reserved. */
  const refuseOver = (sum: CachedSum | undefined, bytes: number) => {
    if (sum && sum.value.bytes + bytes > limits.perClient) throw quotaExceeded();
    if (all.value.bytes + bytes > limits.inAll) throw full();
  };

  return {
    admit: async (upload, address, { mostBytes = TOTAL_DOCUMENT_BYTES, keepsOthers = false } = {}) => {
      const client = hashClient(address);
      const looked = arriving.look();
      const settle = await letIn(upload, client, mostBytes).finally(looked);
      await uploads.add(upload, client).catch((error) => {
        arriving.isRefused(upload);
        settle(false);
        throw error;
      });
      arriving.isRegistered(upload);
      settle(true);
      if (!keepsOthers) await removeReplaced({ uploads, files }, upload);
      return { ...upload, client };
    },
    receive: async (upload, offset) => {
      const sum = upload.client === undefined ? undefined : sumOf(upload.client);
      await Promise.all([all.refresh(), sum?.refresh()]);
      let isForLost = false;
      try {
        refuseOver(sum, upload.size - offset);
      } catch (refusal) {
        isForLost = await replacesLost(upload, await uploads.ofDraft(upload.draftId), files);
        if (!isForLost) throw refusal;
      }
      let arrived = 0;
      const settle = (amount: Amount, isWritten: boolean) => {
        for (const one of [all, sum]) one?.settle(amount, isWritten);
      };
      return {
        add: (bytes) => {
          arrived += bytes;
          for (const one of [all, sum]) one?.count({ bytes, reserved: -bytes });
          if (!isForLost) refuseOver(sum, 0);
        },
        end: async (isFinished) => {
          const amount = { bytes: arrived, reserved: -arrived };
          if (isFinished || arrived === 0) return settle(amount, true);
          await uploads.noteArrived(upload.id, offset + arrived, clock.now()).then(
            () => settle(amount, true),
            (err) => {
              // The bytes are there, and the next request for the upload notes all of them.
              log.warn({ err }, 'the arrived bytes of an upload cannot be noted');
              settle(amount, false);
            },
          );
        },
      };
    },
  };
}

/** How much of what was announced is held against others where so much is left. */
const mostReserved = (reserved: number, left: number): number => Math.max(0, Math.min(reserved, MOST_RESERVED * left));

const wouldExceed = ({ bytes, reserved }: Amount, more: number, limit: number): boolean =>
  bytes + mostReserved(reserved, limit - bytes) + more > limit;

/** Whether an application has a document in that slot of which the server has lost the bytes: their room was granted. */
async function replacesLost(
  { slot }: UploadRecord,
  draft: readonly UploadRecord[],
  files: Pick<FileStore, 'size'>,
): Promise<boolean> {
  for (const known of draft) {
    if (known.slot === slot && known.claimed && (await files.size(known.id)) !== known.size) return true;
  }
  return false;
}

const full = () => new AppError('STORAGE_FULL', { detail: STORAGE_FULL });
const quotaExceeded = () => new AppError('QUOTA_EXCEEDED', { detail: QUOTA_EXCEEDED });

const idOf = ({ id }: UploadRecord): string => id;

/** What these reserve, each once however often it is named. */
function reservedOf(uploads: readonly UploadRecord[]): number {
  const sizes = new Map(uploads.map(({ id, size }) => [id, size + AROUND_BYTES]));
  return [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/** The sum of each client, of those that were here last. */
function clientSums(optionsOf: (client: string) => ConstructorParameters<typeof CachedSum>[0]) {
  const sums = new Map<string, CachedSum>();
  return (client: string): CachedSum => {
    const sum = sums.get(client) ?? new CachedSum(optionsOf(client));
    sums.delete(client);
    sums.set(client, sum);
    const [oldest] = sums.keys();
    if (sums.size > CLIENTS_KEPT && oldest !== undefined) sums.delete(oldest);
    return sum;
  };
}

/** Throws FILE_SIZE_ERROR where the newest documents of the draft's other slots leave no room for this one. */
function refuseOverTotal(
  { draftId, slot, size }: UploadRecord,
  known: readonly UploadRecord[],
  mostBytes: number,
): void {
  const others = known.filter((upload) => upload.draftId === draftId && upload.slot !== slot);
  const bySlot = new Map(others.map((upload) => [upload.slot, upload.size]));
  if ([...bySlot.values()].reduce((sum, bytes) => sum + bytes, size) <= mostBytes) return;
  throw new AppError('FILE_SIZE_ERROR', { detail: 'Total file size exceeds 100MB limit' });
}

/** A slot holds one document: older ones go, but for one that an application has claimed. */
async function removeReplaced({ uploads, files }: Pick<AdmissionOptions, 'uploads' | 'files'>, upload: UploadRecord) {
  const order = ({ createdAt, id }: UploadRecord) => `${createdAt} ${id}`;
  for (const other of await uploads.ofDraft(upload.draftId)) {
    if (other.slot !== upload.slot || order(other) >= order(upload)) continue;
    if (await uploads.take(other.id)) await files.remove(other.id);
  }
}

/**
 * Whether uploads are taken for a draft, which `record` is the submission of, if there is one: for whatever is not done.
 * This is the one place that decides it: whatever else is to be brought for an application later is to be allowed here.
 */
export function mayReceiveUploads(record: Pick<SubmissionRecord, 'status'> | undefined): boolean {
  return record?.status !== 'processed';
}
