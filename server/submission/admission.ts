import { hash } from 'node:crypto';
import { TOTAL_DOCUMENT_BYTES } from '#domain/student/documents.ts';
import { AppError, STORAGE_FULL } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { FileStore } from '../ports/file-store.ts';
import type { SubmissionRecord } from '../ports/ledger.ts';
import type { Held, UploadLedger, UploadRecord } from '../ports/upload-ledger.ts';
import { ArrivingUploads, CachedSum } from './admission-counts.ts';

/** Bytes that uploads may have. */
interface UploadLimits {
  /** Of what one client has registered within a day. */
  readonly perClient: number;
  /** Of all that is kept. */
  readonly inAll: number;
}

/** Lets uploads in, before a byte of them has come. */
export interface Admission {
  /**
   * Registers an upload, and with that reserves room for all of it; what it replaces is removed. `client` is the address
   * that it comes from. Throws FILE_SIZE_ERROR where the draft has too much with it, QUOTA_EXCEEDED where its client
   * has, and STORAGE_FULL where there is no room.
   */
  admit(upload: UploadRecord, client: string, terms?: AdmissionTerms): Promise<void>;
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
  readonly files: Pick<FileStore, 'room' | 'size' | 'lastByteAt' | 'remove'>;
  readonly limits: UploadLimits;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
}

/** What an upload takes beside its bytes: its notes, its row, and what a file system rounds up to. */
const AROUND_BYTES = 16 * 1024;
const bytesWith = ({ bytes, uploads }: Held): number => bytes + uploads * AROUND_BYTES;

/** A look at all that is kept is worth not being repeated; a client's is quick. */
const SUM_AGE_MS = { all: 60_000, client: 5_000 };
const CLIENTS_KEPT = 1_000;

const QUOTA_EXCEEDED =
  'More documents have come from your network within a day than we take. Please try again tomorrow, or from another connection.';

/**
 * What is held against the limits is what the register has, not a count of its own (docs/decisions/claims-and-quotas.md);
 * of many at the same moment each counts for the next. Nodes that share a register see each other's a little later.
 */
export function createAdmission({ uploads, files, limits, clock }: AdmissionOptions): Admission {
  const all = new CachedSum(async () => bytesWith(await uploads.held()), SUM_AGE_MS.all, clock.monotonic);
  const sumOf = clientSums(uploads, clock.monotonic);
  const arriving = new ArrivingUploads();

  /** Everything is read before anything is decided: from the last answer on nothing comes in between. */
  const letIn = async (upload: UploadRecord, client: string, mostBytes: number) => {
    const bytes = upload.size + AROUND_BYTES;
    const sum = sumOf(client);
    const [room = Number.POSITIVE_INFINITY] = await Promise.all([files.room?.(), all.refresh(), sum.refresh()]);
    const draft = await uploads.ofDraft(upload.draftId);
    const isForLost = await replacesLost(upload, draft, files);
    const isTight = (reserved: number) => reserved + bytes > room;
    // Most disks have room for all that is not whole, even if nothing of it had come yet.
    const atMost = room < Number.POSITIVE_INFINITY ? bytesWith(await uploads.unfinished()) : 0;
    const precise = isTight(atMost + reservedOf(arriving.all()))
      ? await reservedBytes(uploads, files, clock.now())
      : undefined;
    if (precise && isTight(precise.bytes + reservedOf(arriving.all().filter(({ id }) => !precise.ids.has(id))))) {
      throw full();
    }
    refuseOverTotal(upload, [...draft, ...arriving.all()], mostBytes);
    if (!isForLost && sum.value + bytes > limits.perClient) {
      throw new AppError('QUOTA_EXCEEDED', { detail: QUOTA_EXCEEDED });
    }
    if (!isForLost && all.value + bytes > limits.inAll) throw full();
    arriving.add(upload);
    return [all.add(bytes), sum.add(bytes)];
  };

  return {
    admit: async (upload, address, { mostBytes = TOTAL_DOCUMENT_BYTES, keepsOthers = false } = {}) => {
      const client = hash('sha256', address);
      const looked = arriving.look();
      const counted = await letIn(upload, client, mostBytes).finally(looked);
      const isRegistered = await uploads.add(upload, client).then(
        () => true,
        (error) => {
          arriving.isRefused(upload);
          for (const end of counted) end(false);
          throw error;
        },
      );
      arriving.isRegistered(upload);
      for (const end of counted) end(isRegistered);
      if (!keepsOthers) await removeReplaced({ uploads, files }, upload);
    },
  };
}

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

const reservedOf = (uploads: readonly UploadRecord[]): number =>
  uploads.reduce((sum, { size }) => sum + size + AROUND_BYTES, 0);

/** The sum of each client, of those that were here last. */
function clientSums(uploads: Pick<UploadLedger, 'heldBy'>, monotonic: () => number): (client: string) => CachedSum {
  const sums = new Map<string, CachedSum>();
  return (client) => {
    const read = async () => bytesWith(await uploads.heldBy(client));
    const sum = sums.get(client) ?? new CachedSum(read, SUM_AGE_MS.client, monotonic);
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

/** Room is kept so long for an upload of which nothing comes; one that goes on later has to find room again. */
const RESERVED_MS = 15 * 60_000;

/** Bytes that are still to come of the uploads that are under way, and which these are. */
async function reservedBytes(
  uploads: Pick<UploadLedger, 'underWay'>,
  files: Pick<FileStore, 'size' | 'lastByteAt'>,
  now: Date,
): Promise<{ readonly bytes: number; readonly ids: ReadonlySet<string> }> {
  const limit = now.getTime() - RESERVED_MS;
  const known = await uploads.underWay();
  let bytes = 0;
  for (const { id, size, createdAt } of known) {
    const lastByteAt = await files.lastByteAt(id);
    if ((lastByteAt?.getTime() ?? Date.parse(createdAt)) < limit) continue;
    bytes += size - ((await files.size(id)) ?? 0);
  }
  return { bytes, ids: new Set(known.map(({ id }) => id)) };
}

/**
 * Whether uploads are taken for a draft, which `record` is the submission of, if there is one: for whatever is not done.
 * This is the one place that decides it: whatever else is to be brought for an application later is to be allowed here.
 */
export function mayReceiveUploads(record: Pick<SubmissionRecord, 'status'> | undefined): boolean {
  return record?.status !== 'processed';
}
