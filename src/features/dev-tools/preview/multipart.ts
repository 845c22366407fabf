import { todayOf } from '#domain/form/today.ts';
import { visibleAnswers } from '#domain/form/visible.ts';
import { formatSize } from '#domain/format/size.ts';
import { SHORT_DOCUMENTS } from '#domain/short/documents.ts';
import { shortForm } from '#domain/short/form.ts';
import { toStudentFlow } from '#domain/short/to-student-flow.ts';
import type { CurrentDraft } from '../tool.tsx';

/** The multipart fields that a short application would send at that moment, with a word in place of each file's bytes. */
export function multipartOf({ answers, documents }: Pick<CurrentDraft, 'answers' | 'documents'>, now = new Date()) {
  const visible = visibleAnswers(shortForm, answers, { today: todayOf(now) });
  const attached = SHORT_DOCUMENTS.flatMap(({ slot, part }) => {
    const document = documents.find((one) => one.slot === slot);
    return document ? [{ ...document, part }] : [];
  });
  const fields = toStudentFlow(visible, { submissionDate: now.toISOString(), documents: attached });
  const files = attached.map(({ part, name, size }) => [part, `(${name}, ${formatSize(size)})`] as const);
  return Object.fromEntries([...fields, ...files]);
}
