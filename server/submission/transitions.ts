import { STAGES_BY_KIND, type StageName, type SubmissionKind } from '#domain/submission/stages.ts';
import type { StageError } from '#domain/submission/submission.ts';
import type { Acceptance, StageRecord, SubmissionRecord } from '../ports/ledger.ts';

/**
 * The changes that a submission can go through, as functions from record to record. Those that are written together
 * are composed before `versioned` counts them as one.
 */
export type Transition = (record: SubmissionRecord) => SubmissionRecord;

/** The record after the transitions, as the next version. */
export function versioned(
  record: SubmissionRecord,
  now: Date,
  ...transitions: readonly Transition[]
): SubmissionRecord {
  const changed = transitions.reduce((current, transition) => transition(current), record);
  return { ...changed, version: record.version + 1, updatedAt: now.toISOString() };
}

/** A submission as it is first written. */
export function created(facts: {
  readonly id: string;
  readonly kind: SubmissionKind;
  readonly digest: string;
  readonly now: Date;
  readonly offerId?: string;
  readonly applicationId?: string;
}): SubmissionRecord {
  const { now, offerId, applicationId, ...rest } = facts;
  return {
    ...rest,
    version: 1,
    revision: 1,
    status: 'processing',
    stages: pendingStages(facts.kind),
    ...(offerId === undefined ? {} : { offerId }),
    ...(applicationId === undefined ? {} : { applicationId }),
    retries: 0,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  };
}

/** Another body takes the place of one that was not accepted; the OfferId stays. */
export function replaced(digest: string, applicationId?: string): Transition {
  return ({ purgedAt: _purged, ...record }) => ({
    ...withoutTrouble(record),
    revision: record.revision + 1,
    digest,
    status: 'processing',
    stages: record.stages.map(({ unknown: _unknown, accepted: _accepted, ...stage }) => pendingAgain(stage)),
    ...(applicationId === undefined ? {} : { applicationId }),
    retries: 0,
  });
}

export function started(name: StageName, now: Date): Transition {
  return change(name, ({ error: _error, finishedAt: _finished, ...stage }) => ({
    ...stage,
    state: 'in-progress',
    startedAt: now.toISOString(),
  }));
}

/** The stage in progress has no call under way that may have done anything. */
export function notUnderWay(name: StageName): Transition {
  return change(name, ({ startedAt: _startedAt, ...stage }) => ({ ...stage, state: 'pending' }));
}

/** A call of the stage is made again though the one before may have been done. */
export function repeated(name: StageName): Transition {
  return change(name, (stage) => ({ ...stage, repeated: true }));
}

export function completed(name: StageName, now: Date, skipped = false, reference?: string): Transition {
  const complete = change(name, ({ unknown: _unknown, ...stage }) => ({
    ...stage,
    state: 'completed',
    finishedAt: now.toISOString(),
    ...(skipped ? { skipped } : {}),
    ...(reference === undefined ? {} : { reference }),
  }));
  return (record) => ({ ...withoutTrouble(complete(record)), retries: 0 });
}

export interface Failure {
  readonly error: StageError;
  readonly unknown: boolean;
  readonly held: boolean;
  /** Of what is held: why, for the staff, in words of ours. */
  readonly because?: string;
  /** When the server goes on by itself; absent when somebody else has to. */
  readonly retryAt?: Date;
  /** When the first failure in a row was; now, where it is left out and the record does not say. */
  readonly failingSince?: Date;
}

export function failed(
  name: StageName,
  now: Date,
  { error, unknown, held, because, retryAt, failingSince: since }: Failure,
): Transition {
  const fail = change(name, ({ unknown: _unknown, held: _held, because: _because, ...stage }) => ({
    ...stage,
    state: 'error',
    finishedAt: now.toISOString(),
    error,
    ...(unknown ? { unknown } : {}),
    ...(held ? { held } : {}),
    ...(because === undefined ? {} : { because }),
  }));
  return (record) => {
    const { retryAt: _old, ...rest } = fail(record);
    const failingSince = since?.toISOString() ?? record.failingSince ?? now.toISOString();
    return { ...rest, status: 'error', failingSince, ...(retryAt ? { retryAt: retryAt.toISOString() } : {}) };
  };
}

/**
 * The record before its next try: `failingSince` is as far back as it was tried for, whatever the clock was set to since
 * the last change, and however long no server was running.
 */
export function triedUntil(record: SubmissionRecord, now: Date): SubmissionRecord {
  if (record.failingSince === undefined) return record;
  const tried = Date.parse(record.retryAt ?? record.updatedAt) - Date.parse(record.failingSince);
  return { ...record, failingSince: new Date(now.getTime() - Math.max(0, tried)).toISOString() };
}

/** The stage in error is pending again: for the applicant's PUT, or because its time has come (`byItself`). */
export function resumed(byItself: boolean): Transition {
  return (record) => {
    const { retryAt: _retryAt, failingSince, ...rest } = record;
    const stages = record.stages.map((stage) => (stage.state === 'error' ? pendingAgain(stage) : stage));
    const trouble = byItself && failingSince !== undefined ? { failingSince } : {};
    return { ...rest, ...trouble, status: 'processing', stages, retries: byItself ? record.retries + 1 : 0 };
  };
}

/** The same application under the same keys, whose lost documents were attached again under other upload ids. */
export function reattached(digest: string): Transition {
  return (record) => ({ ...resumed(false)(record), digest });
}

/** The staff found out that the call of the held stage did nothing: it may be made again. */
export const released: Transition = (record) => ({
  ...record,
  stages: record.stages.map(({ held, because: _because, unknown, ...stage }) =>
    held || !unknown ? stage : { ...stage, unknown },
  ),
});

/**
 * The staff found that the outside has the call of the held stage. It goes on with what comes after that when it is
 * resumed; until then its outcome is as unknown to the applicant, who may send no other answers.
 */
export function accepted(acceptance: Acceptance): Transition {
  return (record) => ({
    ...record,
    stages: record.stages.map(({ held, because: _because, ...stage }) =>
      held ? { ...stage, accepted: acceptance } : stage,
    ),
  });
}

/** What the staff said of a call is noted as the progress of its stage, which goes on with the next call. */
export function taken(name: StageName): Transition {
  return change(name, ({ accepted: _accepted, unknown: _unknown, ...stage }) => stage);
}

const REMOVED = 'The details were removed when their retention ended.';

/**
 * The record without personal data, as the next version: the words of an error can quote answers. The time of the last
 * change stays, and nobody tries it again.
 */
export function stripped(record: SubmissionRecord, now: Date): SubmissionRecord {
  const stages = record.stages.map(({ error, ...stage }) =>
    error ? { ...stage, error: { code: error.code, message: REMOVED } } : stage,
  );
  return { ...withoutTrouble(record), version: record.version + 1, stages, purgedAt: now.toISOString() };
}

const ERASED = 'The details were removed on request.';

/**
 * The record without personal data and without what could be compared with them, as the next version: what was still
 * under way ends here.
 */
export function erased(record: SubmissionRecord, now: Date): SubmissionRecord {
  const open = record.status === 'processing' ? record.stages.find(({ state }) => state !== 'completed') : undefined;
  const stages = record.stages.map(({ error, ...stage }): StageRecord => {
    if (stage.name === open?.name) return { ...stage, state: 'error', error: { code: 'ERASED', message: ERASED } };
    return error ? { ...stage, error: { code: error.code, message: ERASED } } : stage;
  });
  const next = { ...withoutTrouble(record), version: record.version + 1, digest: '', stages };
  return { ...next, ...(open ? { status: 'error' as const } : {}), purgedAt: record.purgedAt ?? now.toISOString() };
}

export function processed(submittedAt: string): Transition {
  return (record) => ({ ...withoutTrouble(record), status: 'processed', submittedAt });
}

function change(name: StageName, update: (stage: StageRecord) => StageRecord): Transition {
  return (record) => ({
    ...record,
    stages: record.stages.map((stage) => (stage.name === name ? update(stage) : stage)),
  });
}

function pendingAgain({ unknown, name, accepted, ...stage }: StageRecord): StageRecord {
  return {
    name,
    state: 'pending',
    ...(unknown ? { unknown } : {}),
    ...(accepted ? { accepted } : {}),
    ...(stage.repeated ? { repeated: true } : {}),
  };
}

function pendingStages(kind: SubmissionKind): readonly StageRecord[] {
  return STAGES_BY_KIND[kind].map((name) => ({ name, state: 'pending' }));
}

function withoutTrouble({ retryAt: _retryAt, failingSince: _since, ...record }: SubmissionRecord): SubmissionRecord {
  return record;
}
