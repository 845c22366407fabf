import type { SubmissionKind } from '#domain/submission/stages.ts';
import type { SubmissionRecord } from '#server/ports/ledger.ts';
import type { Applicant } from './applicant.ts';
import type { Observer } from './observer.ts';
import type { Service } from './outside.ts';

/** The services that must have an effect of each kind of application in the end, besides its documents. */
const NEEDED: Readonly<Record<SubmissionKind, readonly (readonly Service[])[]>> = {
  student: [['offers'], ['student-workflow', 'agent-workflow']],
  short: [['student-flow']],
  agent: [['agent-flow']],
};

/** Called a while after the faults have ended: nothing may be unfinished, even if no person returns for it. */
export function judgeQuiet(observer: Observer): void {
  for (const { id, status, retryAt } of observer.records()) {
    if (status === 'processing' || retryAt !== undefined) {
      observer.violate(`${id} does not end: it is ${status}, next try ${retryAt ?? 'now'}`);
    }
  }
}

/** Called at the end: everything accepted must have its complete effects, once. `isGivenUp`: the staff removed it. */
export function judgeEnd(
  observer: Observer,
  applicants: readonly Applicant[],
  isGivenUp: (id: string) => boolean,
): void {
  for (const applicant of applicants) {
    const { id } = applicant;
    const record = observer.record(id);
    const offers = observer.effectsOf(applicant).filter(({ service }) => service === 'offers');
    const isMarked = record?.stages.some(({ name, repeated }) => name === 'cricos-submission' && repeated) ?? false;
    if (offers.length > 1 && !isMarked)
      observer.violate(`${id} has ${offers.length} offers, and is not marked as repeated`);
    if (record?.purgedAt !== undefined || isGivenUp(id)) continue;
    if (record?.status === 'processed') judgeOne(observer, applicant, record);
    else observer.violate(`${id} was never finished: ${record?.status ?? 'it was never accepted'}`);
  }
}

function judgeOne(observer: Observer, applicant: Applicant, { id, kind, offerId }: SubmissionRecord): void {
  const effects = observer.effectsOf(applicant);
  for (const services of NEEDED[kind]) {
    if (!effects.some(({ service }) => services.includes(service)))
      observer.violate(`${id} has no effect in ${services}`);
  }
  const body = observer.body(id);
  const forwarded = effects.flatMap(({ service, documents }) => (service === 'offers' ? [] : documents));
  const files = (documents: readonly { slot: string; file?: string | undefined }[]) =>
    documents
      .map(({ slot, file }) => `${slot} ${file}`)
      .toSorted()
      .join(', ');
  const accepted = (body?.documents ?? []).map(({ slot, uploadId }) => ({
    slot,
    file: observer.documentIn(uploadId)?.file,
  }));
  // A server without a file workflow accepted it and reported that: then its documents go nowhere.
  const isForwarded = kind !== 'student' || body?.destination?.files === true || forwarded.length > 0;
  if (isForwarded && files(forwarded) !== files(accepted)) {
    observer.violate(`the documents of ${id} are ${files(accepted)}, and the outside has ${files(forwarded)}`);
  }
  for (const effect of effects) {
    const { service, revision } = effect;
    if (service === 'offers' && effect.offerId !== offerId) observer.violate(`${id} has the offer ${effect.offerId}`);
    if (!applicant.mayBe(revision)) observer.violate(`${service} has another version of ${id} than was accepted last`);
    if (revision !== effects[0]?.revision) observer.violate(`the services have different versions of ${id}`);
  }
}
