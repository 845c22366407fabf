import { agencyForm } from '#domain/agency/form.ts';
import { AGENT_INTRODUCTION } from '#domain/agency/introduction.ts';
import { toAgentFlow } from '#domain/agency/to-agent-flow.ts';
import { todayOf } from '#domain/form/today.ts';
import { visibleAnswers } from '#domain/form/visible.ts';
import { formatSize } from '#domain/format/size.ts';
import type { MultipartFields } from '#domain/payload/multipart.ts';
import { SHORT_DOCUMENTS } from '#domain/short/documents.ts';
import { shortForm } from '#domain/short/form.ts';
import { toStudentFlow } from '#domain/short/to-student-flow.ts';
import type { CurrentDraft } from '../tool.tsx';

type Previewed = Pick<CurrentDraft, 'answers' | 'documents'>;

/** The multipart fields that a short application would send at that moment, with a word in place of each file's bytes. */
export function multipartOfShort({ answers, documents }: Previewed, now = new Date()) {
  const visible = visibleAnswers(shortForm, answers, { today: todayOf(now) });
  const attached = attachedParts(SHORT_DOCUMENTS, documents);
  return together(toStudentFlow(visible, { submissionDate: now.toISOString(), documents: attached }), attached);
}

/** The same of an agency's application. */
export function multipartOfAgency({ answers, documents }: Previewed, now = new Date()) {
  const visible = visibleAnswers(agencyForm, answers, { today: todayOf(now) });
  const attached = attachedParts([AGENT_INTRODUCTION], documents);
  return together(toAgentFlow(visible, { submissionDate: now.toISOString(), documents: attached }), attached);
}

type Attached = CurrentDraft['documents'][number] & { readonly part: string };

/** The documents that a flow takes, each with the name of its part. */
function attachedParts(
  places: readonly { readonly slot: string; readonly part: string }[],
  documents: CurrentDraft['documents'],
): readonly Attached[] {
  return places.flatMap(({ slot, part }) => {
    const document = documents.find((one) => one.slot === slot);
    return document ? [{ ...document, part }] : [];
  });
}

const together = (fields: MultipartFields, files: readonly Attached[]) =>
  Object.fromEntries([
    ...fields,
    ...files.map(({ part, name, size }) => [part, `(${name}, ${formatSize(size)})`] as const),
  ]);
