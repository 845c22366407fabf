import type { Answers } from '#domain/form/form.ts';
import { todayOf } from '#domain/form/today.ts';
import { visibleAnswers } from '#domain/form/visible.ts';
import { formatSize } from '#domain/format/size.ts';
import { studentForm } from '#domain/student/form.ts';
import { offerIdAt } from '#domain/student/offer-id.ts';
import { toOffer } from '#domain/student/to-offer.ts';
import { toWorkflow } from '#domain/student/to-workflow.ts';
import type { CurrentDraft } from '../tool.tsx';

/** The server's default (contract §2); the server's own setting stays there. */
const TIME_ZONE = 'Australia/Melbourne';

/** What a student application would send if it left at that moment: offer, workflow JSON, file workflow. */
export function mapDraft(draft: Pick<CurrentDraft, 'id' | 'variant' | 'answers' | 'documents'>, now = new Date()) {
  const { variant, documents } = draft;
  const answers = visibleAnswers(studentForm, draft.answers, { variant, today: todayOf(now) });
  const offer = toOffer(answers, { offerId: offerIdAt(now, TIME_ZONE), now, timeZone: TIME_ZONE });
  const workflow = toWorkflow(offer, answers, { submissionId: draft.id, submittedAt: now.toISOString() });
  return { offer, workflow, files: fileWorkflow(answers, documents) };
}

/** The file workflow's JSON with a word in place of each file's bytes (spec §7, contract §7 "File workflow"). */
function fileWorkflow({ firstName, familyName }: Answers, documents: CurrentDraft['documents']) {
  return {
    subject: [firstName, familyName, 'Material Upload'].filter(Boolean).join(' '),
    files: documents.map(({ name, size }) => ({ filename: name, content: `(base64 of ${formatSize(size)})` })),
  };
}
