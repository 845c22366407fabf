import * as v from 'valibot';
import type { FormContext } from '#domain/form/form.ts';
import { prepareStudent as payloadsOf } from '#domain/student/prepare-student.ts';
import type { RecordsFacts } from '#domain/student/records-dialect.ts';
import { type Stage, type StageContext, StageRejected } from '../stage.ts';

const payload = v.custom<object>((value) => typeof value === 'object' && value !== null);

/** What `preparing` keeps in the ledger, so that every later call and every repetition says exactly the same. */
const Prepared = v.object({ offer: payload, workflow: payload, subject: v.string(), submittedAt: v.string() });

/** The output of a student application's `preparing`; throws when the ledger holds something else. */
export const preparedStudent = ({ preparing }: StageContext['outputs']) => v.parse(Prepared, preparing);

const FAILED = { code: 'VALIDATION_FAILED', message: 'Form validation failed' };

/**
 * Maps the answers to the offer and the workflow's JSON, once, and checks them (R7.6). The time is that
 * of the PUT: what a crash makes it do again comes out the same.
 */
export function prepareStudent(options: {
  readonly timeZone: string;
  readonly lists: () => Promise<NonNullable<FormContext['lists']>>;
  readonly recordsFacts: () => Promise<RecordsFacts>;
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
        records: await options.recordsFacts(),
      });
      if (issues.length > 0) throw new StageRejected({ ...FAILED, errors: issues });
      return { output: output satisfies v.InferOutput<typeof Prepared> };
    },
    explain: () => FAILED,
  };
}
