import type { FormContext } from '#domain/form/form.ts';
import { todayAnywhere } from '#domain/form/today.ts';
import { visibleAnswers } from '#domain/form/visible.ts';
import { checkOffer } from '#domain/student/check-offer.ts';
import { studentForm } from '#domain/student/form.ts';
import { toOffer } from '#domain/student/to-offer.ts';
import { toWorkflow } from '#domain/student/to-workflow.ts';
import type { PreparedStudent } from '../prepared.ts';
import { type Stage, StageRejected } from '../stage.ts';

const FAILED = { code: 'VALIDATION_FAILED', message: 'Form validation failed' };

/**
 * Maps the answers to the offer and the workflow's JSON, once, and checks them (spec §5 "Offer checks"). The time is that
 * of the PUT: what a crash makes it do again comes out the same.
 */
export function prepareStudent(options: {
  readonly timeZone: string;
  readonly lists: () => Promise<NonNullable<FormContext['lists']>>;
}): Stage {
  return {
    name: 'preparing',
    repetition: 'safe',
    isLocal: true,
    run: async ({ record, body }) => {
      const now = new Date(record.updatedAt);
      const answers = visibleAnswers(studentForm, body.values, { variant: body.variant, today: todayAnywhere(now) });
      const offer = toOffer(answers, { offerId: record.offerId ?? '', now, timeZone: options.timeZone });
      const errors = checkOffer(offer);
      if (errors.length > 0) throw new StageRejected({ ...FAILED, errors });
      const submittedAt = now.toISOString();
      const workflow = toWorkflow(offer, answers, {
        submissionId: record.id,
        submittedAt,
        lists: await options.lists(),
      });
      const subject = `${answers.firstName} ${answers.familyName} Material Upload`;
      return { output: { offer, workflow, subject, submittedAt } satisfies PreparedStudent };
    },
    explain: () => FAILED,
  };
}
