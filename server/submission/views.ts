import type { ApplicationBody } from '#contract/applications.ts';
import { toAscii } from '#domain/form/typed-text.ts';
import type { Stage, Submission } from '#domain/submission/submission.ts';
import type { StageRecord, SubmissionRecord } from '../ports/ledger.ts';
import type { UploadRecord } from '../ports/upload-ledger.ts';
import { given } from './given.ts';

/** The records API's own id: from its answer, else from the staff (R10.3). */
export function recordsReferenceOf({ stages }: Pick<SubmissionRecord, 'stages'>): string | undefined {
  const offer = stages.find(({ name }) => name === 'cricos-submission');
  return offer?.reference ?? offer?.accepted?.reference;
}

/** Search terms for the college's records, for the staff. Unlike the rest of a view, they are personal data. */
export function searchFactsOf(record: SubmissionRecord, { values }: ApplicationBody): Readonly<Record<string, string>> {
  const answers = new Map<string, unknown>(Object.entries(values));
  const textOf = (...names: readonly string[]) =>
    names
      .map((name) => answers.get(name))
      .filter((value) => typeof value === 'string' && value !== '')
      .join(' ');
  const facts = {
    name: textOf('firstName', 'middleName', 'familyName', 'agencyName'),
    dateOfBirth: textOf('dateOfBirth'),
    email: textOf('email', 'primaryEmail'),
    appliedAt: record.createdAt,
    offerId: record.offerId ?? '',
    applicationId: record.applicationId ?? '',
  };
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== ''));
}

/** The applicant's view of a record (R11.6). A processed one stays so, even if the staff send documents later. */
export function toSubmission(record: SubmissionRecord): Submission {
  return record.submittedAt === undefined || record.status === 'processed' ? shown(record) : shown(asProcessed(record));
}

/** Its state before the staff requested sending skipped documents. */
function asProcessed({ retryAt: _retryAt, ...record }: SubmissionRecord): SubmissionRecord {
  const stages = record.stages.map(
    (stage): StageRecord =>
      stage.state === 'completed' ? stage : { name: stage.name, state: 'completed', skipped: true },
  );
  return { ...record, status: 'processed', stages };
}

function shown(record: SubmissionRecord): Submission {
  const { id, kind, status, stages, offerId, submittedAt, retryAt } = record;
  return {
    id,
    kind,
    status,
    stages: stages.map(toStage),
    ...given({ offerId, recordsReference: recordsReferenceOf(record) }),
    ...(stages.some(({ held }) => held) ? { held: true } : {}),
    ...given({ submittedAt, retryAt }),
  };
}

/** A stage without the staff's information. */
const toStage = ({ name, state, skipped, startedAt, finishedAt, error }: StageRecord): Stage => ({
  name,
  state,
  ...given({ skipped, startedAt, finishedAt, error }),
});

const DOTS = '•••';
/** Shorter texts are not masked, since they occur in too many others. */
const SHORTEST_SOUGHT = 3;

/** For the staff: state, reasons, and which questions were answered. Answers quoted in errors are masked. */
export function maskedSubmission(
  record: SubmissionRecord,
  body: ApplicationBody | undefined,
  uploads: readonly UploadRecord[],
): object {
  const answers = Object.entries(body?.values ?? {}).map(([name, value]) => [name, mask(value)]);
  const clean = without([...textsOf(body?.values ?? {}), ...uploads.map(({ name }) => name)]);
  return {
    ...record,
    ...given({ recordsReference: recordsReferenceOf(record) }),
    stages: record.stages.map((stage) => maskedStage(stage, clean)),
    answers: Object.fromEntries(answers),
    ...(body?.accepted && { accepted: body.accepted }),
    documents: uploads.map(({ slot, size, type }) => ({ slot, size, type, name: DOTS })),
  };
}

function mask(value: unknown): unknown {
  if (typeof value === 'boolean') return value;
  return value === '' || value === null ? '' : DOTS;
}

function maskedStage({ error, ...stage }: StageRecord, clean: (text: string) => string): object {
  if (error === undefined) return stage;
  const detail = error.detail === undefined ? undefined : clean(error.detail);
  const errors = error.errors?.map((one) => ({ ...one, message: clean(one.message) }));
  return { ...stage, error: { code: error.code, message: clean(error.message), ...given({ detail, errors }) } };
}

/** The answers as received and as sent, since outside services quote the latter. */
const textsOf = (values: object): readonly string[] =>
  Object.values(values).flatMap((value) => (typeof value === 'string' ? [value, toAscii(value)] : []));

/** Removes the texts from another one, regardless of case, the longest first. */
function without(texts: readonly string[]): (text: string) => string {
  const sought = [...new Set(texts.map((text) => text.trim()))]
    .filter(({ length }) => length >= SHORTEST_SOUGHT)
    .sort((a, b) => b.length - a.length)
    .map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (sought.length === 0) return (text) => text;
  const pattern = new RegExp(sought.join('|'), 'gi');
  return (text) => text.replaceAll(pattern, DOTS);
}
