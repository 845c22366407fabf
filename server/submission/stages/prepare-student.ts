import type { FormContext } from '#domain/form/form.ts';
import { prepareStudent as payloadsOf } from '#domain/student/prepare-student.ts';
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
}): Stage<'preparing'> {
  return {
    name: 'preparing',
    repetition: 'safe',
    isLocal: true,
    run: async ({ record, body }) => {
      const { issues, ...output } = payloadsOf(body.values, {
        submissionId: record.id,
        offerId: record.offerId ?? '',
        variant: body.variant,
        now: new Date(record.updatedAt),
        timeZone: options.timeZone,
        lists: await options.lists(),
      });
      if (issues.length > 0) throw new StageRejected({ ...FAILED, errors: issues });
      return { output: output satisfies PreparedStudent };
    },
    explain: () => FAILED,
  };
}
