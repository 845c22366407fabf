import { AGENT_INTRODUCTION } from '#domain/agency/documents.ts';
import { formatSize } from '#domain/format/size.ts';
import { prepareFlow } from '#domain/payload/prepare-flow.ts';
import { SHORT_DOCUMENTS } from '#domain/short/documents.ts';
import { offerIdAt } from '#domain/student/offer-id.ts';
import { prepareStudent } from '#domain/student/prepare-student.ts';
import { NO_FEES } from '#domain/student/records-dialect.ts';
import { outgoingNames } from '#domain/submission/file-names.ts';
import type { CurrentDraft, MappingFacts } from './tool.tsx';

type Previewed = Pick<CurrentDraft, 'id' | 'variant' | 'answers' | 'documents'>;

/**
 * What a student application would send at `now`: offer, workflow JSON, file workflow (R8.4, R9.3, R9.5). The server uses
 * the same functions. Only the server knows the fees, the records API's format of the intake's date, and the OfferId if
 * two are made in one millisecond.
 */
export function previewStudent({ id, variant, answers, documents }: Previewed, facts: MappingFacts, now: Date) {
  const offerId = offerIdAt(now, facts.timeZone);
  const { dialect, lists } = facts;
  const visaTypes = (lists.visaTypes ?? []).map(({ value }) => value);
  const records = { dialect, fees: NO_FEES, visaTypes, intakeDates: new Map<string, string>() };
  const prepared = prepareStudent(answers, { ...facts, records, submissionId: id, offerId, variant, now });
  // A student's documents are PDFs, regardless of their names.
  const names = outgoingNames(documents.map(({ name }) => ({ name, kind: 'pdf' })));
  const files = documents.map(({ slot, size }, index) => ({
    filename: names[index] ?? '',
    slot,
    content: bytesOf(size),
  }));
  return {
    offer: prepared.offer,
    workflow: prepared.workflow,
    files: { subject: prepared.subject, offerId, submissionId: id, files },
  };
}

/** The multipart parts that a short application would send at `now`. */
export function previewShort({ answers, documents }: Previewed, now: Date) {
  const attached = inSlots(SHORT_DOCUMENTS, documents).map((one) => ({ ...one, kind: undefined }));
  return flowPreview('short', answers, attached, now);
}

/** The multipart parts that an agency's application would send at `now`. */
export function previewAgency({ answers, documents }: Previewed, now: Date) {
  const attached = inSlots([AGENT_INTRODUCTION], documents).map((one) => ({ ...one, kind: 'pdf' as const }));
  return flowPreview('agent', answers, attached, now);
}

type Attached = CurrentDraft['documents'][number] & { readonly part: string };

/** The documents that a flow accepts, each with the name of its multipart part. */
function inSlots(
  places: readonly { readonly slot: string; readonly part: string }[],
  documents: CurrentDraft['documents'],
): readonly Attached[] {
  return places.flatMap(({ slot, part }) => {
    const document = documents.find((one) => one.slot === slot);
    return document ? [{ ...document, part }] : [];
  });
}

function flowPreview(
  flow: 'short' | 'agent',
  answers: CurrentDraft['answers'],
  documents: readonly (Attached & { readonly kind: 'pdf' | undefined })[],
  now: Date,
) {
  const names = outgoingNames(documents);
  return Object.fromEntries([
    ...prepareFlow(flow, answers, { now, documents }).fields,
    ...documents.map(({ part, size }, index) => [part, `(${names[index]}, ${formatSize(size)})`] as const),
  ]);
}

const bytesOf = (size: number) => `(base64 of ${formatSize(size)})`;
