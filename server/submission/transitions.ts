import { STAGES_BY_KIND, type StageName, type SubmissionKind } from '#domain/submission/stages.ts';
import type { StageError } from '#domain/submission/submission.ts';
import type { Acceptance, StaffEvent, StageRecord, SubmissionRecord } from '../ports/ledger.ts';
import { given } from './given.ts';

/** A change of a submission. Several are written together as one version. */
export type Transition = (record: SubmissionRecord) => SubmissionRecord;

export function versioned(
  record: SubmissionRecord,
  now: Date,
  ...transitions: readonly Transition[]
): SubmissionRecord {
  const changed = transitions.reduce((current, transition) => transition(current), record);
  return { ...changed, version: record.version + 1, updatedAt: now.toISOString() };
}

export function created(facts: {
  readonly id: string;
  readonly kind: SubmissionKind;
  readonly digest: string;
  readonly now: Date;
  readonly offerId?: string;
  readonly applicationId?: string;
}): SubmissionRecord {
  const { now, ...rest } = facts;
  return {
    ...rest,
    version: 1,
    revision: 1,
    status: 'processing',
    stages: STAGES_BY_KIND[facts.kind].map((name) => ({ name, state: 'pending' })),
    retries: 0,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  };
}

/** Replaces a body that was not accepted; the OfferId stays. */
export function replaced(digest: string, applicationId?: string): Transition {
  return ({ purgedAt: _purged, ...record }) => ({
    ...clearRetry(record),
    revision: record.revision + 1,
    digest,
    status: 'processing',
    stages: record.stages.map(({ unknown: _unknown, accepted: _accepted, ...stage }) => resetStage(stage)),
    ...given({ applicationId }),
    retries: 0,
  });
}

/** Adds the stages that a submission of an earlier release lacks. Removes none. */
export function withStages(names: readonly StageName[]): Transition {
  return (record) => {
    const known = new Map(record.stages.map((stage) => [stage.name, stage]));
    if (names.every((name) => known.has(name))) return record;
    const ours = names.map((name): StageRecord => known.get(name) ?? { name, state: 'pending' });
    return { ...record, stages: [...ours, ...record.stages.filter(({ name }) => !names.includes(name))] };
  };
}

export function started(name: StageName, now: Date): Transition {
  return change(name, ({ error: _error, finishedAt: _finished, ...stage }) => ({
    ...stage,
    state: 'in-progress',
    startedAt: now.toISOString(),
  }));
}

/** The stage in progress has no open call, and its last one did nothing. */
export function notUnderWay(name: StageName): Transition {
  return change(name, ({ startedAt: _startedAt, ...stage }) => ({ ...stage, state: 'pending' }));
}

/** A call of the stage is made again though the one before may have been done. */
export function repeated(name: StageName): Transition {
  return change(name, (stage) => ({ ...stage, repeated: true }));
}

export function completed(name: StageName, now: Date, skipped = false, reference?: string): Transition {
  const complete = change(name, ({ unknown: _unknown, told: _told, ...stage }) => ({
    ...stage,
    state: 'completed',
    finishedAt: now.toISOString(),
    ...(skipped ? { skipped, told: 'skipped' as const } : {}),
    ...given({ reference }),
  }));
  return (record) => ({ ...clearRetry(complete(record)), retries: 0 });
}

export interface Failure {
  readonly error: StageError;
  readonly unknown: boolean;
  readonly held: boolean;
  readonly because?: string;
  readonly misconfigured?: true;
  /** When the server tries again; absent if a person has to act. */
  readonly retryAt?: Date;
  /** The time of the first failure in a row. Default: the record's, or now. */
  readonly failingSince?: Date;
}

export function failed(name: StageName, now: Date, failure: Failure): Transition {
  const { error, unknown, held, because, misconfigured, retryAt } = failure;
  return (record) => {
    const failingSince = failure.failingSince?.toISOString() ?? record.failingSince ?? now.toISOString();
    const told = troubleOf(failure, now.getTime() - Date.parse(failingSince));
    const fail = change(name, (before) => {
      const { unknown: _unknown, held: _held, because: _because, misconfigured: _misconfigured, ...stage } = before;
      return {
        ...stage,
        state: 'error',
        finishedAt: now.toISOString(),
        error,
        ...(unknown ? { unknown } : {}),
        ...(held ? { held } : {}),
        ...given({ because, misconfigured, told }),
      };
    });
    const { retryAt: _old, ...rest } = fail(record);
    return { ...rest, status: 'error', failingSince, ...given({ retryAt: retryAt?.toISOString() }) };
  };
}

const LONG_WAIT_MS = 3_600_000;

/** The message to the staff about a failure; undefined while retries may be enough. */
function troubleOf({ held, retryAt, misconfigured }: Failure, failingForMs: number): StaffEvent | undefined {
  if (held) return 'held';
  if (retryAt === undefined) return 'stopped';
  return misconfigured || failingForMs >= LONG_WAIT_MS ? 'waiting' : undefined;
}

/** The message to the staff about a change of a stage; usually none. */
export function newsOf(before: StageRecord | undefined, after: StageRecord | undefined): StaffEvent | undefined {
  if (before?.told === after?.told || after?.told === 'retried') return undefined;
  return after?.told ?? 'continued';
}

/** Before the next attempt: only the time of attempts counts, not downtime of the server or a change of the clock. */
export function shiftFailingSince(record: SubmissionRecord, now: Date): SubmissionRecord {
  if (record.failingSince === undefined) return record;
  const tried = Date.parse(record.retryAt ?? record.updatedAt) - Date.parse(record.failingSince);
  return { ...record, failingSince: new Date(now.getTime() - Math.max(0, tried)).toISOString() };
}

/** The stage in error is pending again: for the applicant's PUT, or because its time has come (`isDue`). */
export function resumed(isDue: boolean): Transition {
  return (record) => {
    const stages = record.stages.map((stage) => (stage.state === 'error' ? resetStage(stage) : stage));
    const since = isDue ? given({ failingSince: record.failingSince }) : {};
    const retries = isDue ? record.retries + 1 : 0;
    return { ...clearRetry(record), ...since, status: 'processing', stages, retries };
  };
}

/** A retry by the staff: they get a message about its outcome, regardless of earlier ones. */
export const retried: Transition = (record) => {
  const next = resumed(false)(record);
  return { ...next, stages: next.stages.map((stage) => (stage.told ? { ...stage, told: 'retried' } : stage)) };
};

/** Sends the skipped documents of a processed application. To the applicant it stays processed. */
export const reopened: Transition = (record) => ({
  ...record,
  status: 'processing',
  stages: record.stages.map((stage) =>
    stage.skipped ? { name: stage.name, state: 'pending', told: 'retried' } : stage,
  ),
  retries: 0,
});

/** The same application and keys; its documents were attached again under other upload ids. */
export function reattached(digest: string): Transition {
  return (record) => ({ ...resumed(false)(record), digest });
}

/** The staff found that the held call did nothing: it may be made again. */
export const released: Transition = (record) => ({
  ...record,
  stages: record.stages.map(({ held, because: _because, unknown, ...stage }) =>
    held || !unknown ? stage : { ...stage, unknown },
  ),
});

/** After a retry it continues behind the call. Until then the outcome is unknown, and no other answers are accepted. */
export function accepted(acceptance: Acceptance): Transition {
  return (record) => ({
    ...record,
    stages: record.stages.map(({ held, because: _because, ...stage }) =>
      held ? { ...stage, accepted: acceptance } : stage,
    ),
  });
}

/** Saves the call that the staff found as progress of its stage, which continues with the next call. */
export function acceptanceUsed(name: StageName): Transition {
  return change(name, ({ accepted: _accepted, unknown: _unknown, ...stage }) => stage);
}

/** Without personal data, which error texts can quote. Keeps the time of the last change. No further try. */
export function stripped(record: SubmissionRecord, now: Date): SubmissionRecord {
  return withoutWords(record, now, 'The details were removed when their retention ended.');
}

const ERASED = 'The details were removed on request.';

/** Also removes the digest, which could be compared with answers, and ends the processing. */
export function erased(record: SubmissionRecord, now: Date): SubmissionRecord {
  const open = record.status === 'processing' ? record.stages.find(({ state }) => state !== 'completed') : undefined;
  const ended = open ? change(open.name, (stage) => ({ ...stage, state: 'error', error: ENDED }))(record) : record;
  return { ...withoutWords(ended, now, ERASED), digest: '', ...(open ? { status: 'error' } : {}) };
}

const ENDED: StageError = { code: 'ERASED', message: ERASED };

function withoutWords(record: SubmissionRecord, now: Date, message: string): SubmissionRecord {
  const stages = record.stages.map(
    (stage): StageRecord => (stage.error ? { ...stage, error: { code: stage.error.code, message } } : stage),
  );
  const { purgedAt = now.toISOString(), version } = record;
  return { ...clearRetry(record), version: version + 1, stages, purgedAt };
}

export function processed(submittedAt: string): Transition {
  return (record) => ({ ...clearRetry(record), status: 'processed', submittedAt });
}

function change(name: StageName, update: (stage: StageRecord) => StageRecord): Transition {
  return (record) => ({
    ...record,
    stages: record.stages.map((stage) => (stage.name === name ? update(stage) : stage)),
  });
}

function resetStage({ name, unknown, accepted, repeated, told }: StageRecord): StageRecord {
  return { name, state: 'pending', ...given({ unknown, accepted, repeated, told }) };
}

function clearRetry({ retryAt: _retryAt, failingSince: _since, ...record }: SubmissionRecord): SubmissionRecord {
  return record;
}
