import type { ApplicationBody } from '#contract/applications.ts';
import { POINT_OF_NO_RETURN, type SubmissionKind } from '#domain/submission/stages.ts';
import { AppError, NOT_STORED, unavailable } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Creation, Ledger, Saving, SubmissionRecord } from '../ports/ledger.ts';
import type { Queue } from '../ports/queue.ts';
import { type AcceptedBody, type Destination, digestOf, readBody } from './body.ts';
import { type CheckOptions, checkApplication } from './check-application.ts';
import { given } from './given.ts';
import { KINDS } from './kinds.ts';
import { compareReattached, otherContent, waitsForDocuments } from './lost-documents.ts';
import { type HashClient, refuseTooMany, senderOf } from './senders.ts';
import { created, reattached, replaced, resumed, versioned } from './transitions.ts';

export interface ApplicationsOptions extends Omit<CheckOptions, 'uploads'> {
  readonly ledger: Ledger;
  readonly queue: Pick<Queue, 'add'>;
  readonly clock: Clock;
  readonly perClientDay: number;
  readonly hashClient: HashClient;
  /** Generates unique OfferIds in this process. */
  readonly offerIds: (moment: Date) => string;
  /** Why applications of a kind cannot be accepted; undefined when they can. */
  readonly notConfigured: (kind: SubmissionKind) => string | undefined;
  /** The configured receiver of each kind of application. */
  readonly destination: (kind: SubmissionKind) => Destination;
}

/** A PUT accepts an application, continues it, or replaces it by a corrected one. */
export interface Applications {
  /** `client`: the sender's address. Throws AppError if it is refused; then nothing is stored. */
  put(id: string, kind: SubmissionKind, body: ApplicationBody, client: string): Promise<SubmissionRecord>;
}

export function createApplications(options: ApplicationsOptions): Applications {
  const putOnce = async (id: string, kind: SubmissionKind, body: ApplicationBody, client: string) => {
    const { record: known, uploads } = await options.ledger.findWithUploads(id);
    const digest = digestOf(kind, body);
    // A purged application cannot continue. It starts again if that is allowed.
    const canContinue = known?.status === 'processed' || known?.purgedAt === undefined;
    if (known?.digest === digest && canContinue) return continueStored(options, known);
    if (known && takesOtherUploads(known) && known.kind === kind) {
      const continued = await continueWithDocuments({ ...options, uploads }, known, body, digest);
      if (continued !== 'another application') return continued;
    }
    if (known) refuseUnlessReplaceable(known, kind);
    const unset = options.notConfigured(kind);
    if (unset !== undefined) throw new AppError('NOT_CONFIGURED', { detail: unset });
    const { answers, documents } = await checkApplication({ ...options, uploads }, kind, body);
    const accepted = { ...body, documents, destination: options.destination(kind) };
    const applicationId = KINDS[kind].applicationId(answers);
    if (known) return replace(options, known, accepted, digest, applicationId);
    const facts = { id, kind, digest, ...given({ applicationId }) };
    return create(options, facts, accepted, options.hashClient(client));
  };
  return {
    put: async (id, kind, body, client) => {
      // If another request or the runner writes in between, read again.
      for (let tries = 0; tries < 20; tries += 1) {
        const record = await putOnce(id, kind, body, client);
        if (record !== undefined) return record;
      }
      throw unavailable(new Error('others wrote the same submission again and again'));
    },
  };
}

/** The same body: returns the submission, and restarts it if it has stopped and is not held. */
async function continueStored({ ledger, clock, queue }: ApplicationsOptions, record: SubmissionRecord) {
  if (record.status === 'processing') await queue.add(record.id);
  if (record.status !== 'error' || isHeld(record)) return record;
  const next = versioned(record, clock.now(), resumed(false));
  return (await ledger.save(next)) === 'saved' ? next : undefined;
}

/**
 * Whether the same documents with other upload ids continue a submission: it waits for lost documents, or has stopped and
 * accepts no other body. The applicant may have attached them again without the accepted ids. Not if it is held.
 */
function takesOtherUploads(record: SubmissionRecord): boolean {
  if (record.status !== 'error' || record.purgedAt !== undefined || isHeld(record)) return false;
  return waitsForDocuments(record) || mayBeAccepted(record);
}

const isHeld = ({ stages }: SubmissionRecord): boolean => stages.some(({ held }) => held);

/** Continues where it stopped, with the same OfferId and keys. Other content for lost documents is refused by name. */
async function continueWithDocuments(
  options: ApplicationsOptions & CheckOptions,
  known: SubmissionRecord,
  body: ApplicationBody,
  digest: string,
): Promise<SubmissionRecord | 'another application' | undefined> {
  const { ledger, clock } = options;
  const stored = readBody(await ledger.body(known.id, known.revision));
  const compared = await compareReattached(options, known, stored, body);
  if (compared.kind === 'other') {
    const isForLost = waitsForDocuments(known) && mayBeAccepted(known);
    if (compared.slots.length > 0 && isForLost) throw otherContent(compared.slots, stored);
    return 'another application';
  }
  const next = versioned(known, clock.now(), reattached(digest));
  const saving = await ledger.save(next, { body: compared.body, claims: claimsOf(compared.body) });
  return saving === 'saved' ? next : undefined;
}

/** The stage in which an outside service may have accepted the application. */
const decisiveStage = ({ kind, stages }: SubmissionRecord) =>
  stages.find(({ name }) => name === POINT_OF_NO_RETURN[kind]);

function mayBeAccepted(record: SubmissionRecord): boolean {
  const stage = decisiveStage(record);
  return stage?.state === 'completed' || stage?.state === 'in-progress' || stage?.unknown === true;
}

/** Another body is accepted until an outside service may have accepted the current one (R7.15). */
function refuseUnlessReplaceable(record: SubmissionRecord, kind: SubmissionKind): void {
  const stage = decisiveStage(record);
  if (stage?.state === 'completed' || record.kind !== kind) {
    throw new AppError('ALREADY_SUBMITTED', { detail: 'This application has already been submitted.' });
  }
  if (stage?.state === 'in-progress' || stage?.unknown) {
    const detail = 'This application is being submitted. Please wait until that has ended.';
    throw new AppError('SUBMISSION_IN_PROGRESS', { detail });
  }
}

async function create(
  { ledger, clock, offerIds, perClientDay }: ApplicationsOptions,
  facts: { id: string; kind: SubmissionKind; digest: string; applicationId?: string },
  body: AcceptedBody,
  client: string,
): Promise<SubmissionRecord | undefined> {
  const now = clock.now();
  const offerId = KINDS[facts.kind].hasOfferId ? { offerId: offerIds(now) } : {};
  const record = created({ ...facts, ...offerId, now });
  const sender = senderOf(client, perClientDay, now);
  const creation = await stored(ledger.create(record, body, claimsOf(body), sender));
  if (creation === 'too-many') await refuseTooMany(ledger, sender);
  return creation === 'created' ? record : undefined;
}

async function replace(
  { ledger, clock }: ApplicationsOptions,
  known: SubmissionRecord,
  body: AcceptedBody,
  digest: string,
  applicationId: string | undefined,
): Promise<SubmissionRecord | undefined> {
  const next = versioned(known, clock.now(), replaced(digest, applicationId));
  return (await stored(ledger.save(next, { body, claims: claimsOf(body) }))) === 'saved' ? next : undefined;
}

/** The outcome of a write; throws if the ledger did not store it, or the Application ID is registered already. */
async function stored<Outcome extends Creation | Saving>(writing: Promise<Outcome>): Promise<Outcome> {
  const outcome = await writing.catch((error) => {
    throw error instanceof AppError ? error : unavailable(error, NOT_STORED);
  });
  if (outcome !== 'application-id-taken') return outcome;
  throw new AppError('ALREADY_SUBMITTED', { detail: 'This Application ID has already been registered.' });
}

/** The uploads to claim. If one was removed since the check, nothing is written and the check is repeated. */
const claimsOf = ({ documents }: ApplicationBody): readonly string[] => documents.map(({ uploadId }) => uploadId);
