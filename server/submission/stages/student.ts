import * as v from 'valibot';
import { fieldOfOfferKey } from '#domain/student/check-offer.ts';
import { prepareStudent as payloadsOf } from '#domain/student/prepare-student.ts';
import type { StageIssue } from '#domain/submission/submission.ts';
import type { RecordsIssue } from '../../ports/records.ts';
import {
  flowReason,
  isNetworkFailure,
  reasonOf,
  type Stage,
  type StageContext,
  type StageDeps,
  StageRejected,
} from '../stage.ts';

const payload = v.custom<object>((value) => typeof value === 'object' && value !== null);

/** The output of `preparing`: every later call and every repetition says exactly the same. */
const Prepared = v.object({ offer: payload, workflow: payload, subject: v.string(), submittedAt: v.string() });

/** Reads the output of `preparing`; throws if the ledger holds something else. */
export const preparedStudent = ({ preparing }: StageContext['outputs']) => v.parse(Prepared, preparing);

const UNPREPARED = { code: 'VALIDATION_FAILED', message: 'Form validation failed' };

/** Maps the answers once, as of the PUT, so that a repetition is the same, and checks the result (R7.6). */
export function prepareStudent({
  timeZone,
  lists,
  recordsFacts,
}: Pick<StageDeps, 'timeZone' | 'lists' | 'recordsFacts'>): Stage<'preparing'> {
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
        timeZone,
        lists: await lists(),
        records: await recordsFacts(),
      });
      if (issues.length > 0) throw new StageRejected({ ...UNPREPARED, errors: issues });
      return { output: output satisfies v.InferOutput<typeof Prepared> };
    },
    explain: () => UNPREPARED,
  };
}

const INVALID = { code: 'CRICOS_VALIDATION_FAILED', message: 'CRICOS validation failed' };

export function validateOffer({ records }: Pick<StageDeps, 'records'>): Stage<'cricos-validation'> {
  return {
    name: 'cricos-validation',
    repetition: 'safe',
    run: async ({ outputs, key }) => {
      const verdict = await records.validate(preparedStudent(outputs).offer, { key });
      if (verdict.accepted) return {};
      const { issues, listed } = verdict;
      const message = listed ? `${issues.length} validation errors found` : INVALID.message;
      throw new StageRejected({ code: INVALID.code, message, errors: issues.map(toIssue) }, { isAnswer: true });
    },
    explain: (failure) => ({ ...INVALID, ...reasonOf(failure) }),
  };
}

/** With our field name if the outside service's key maps to one (R7.10). */
const toIssue = ({ technical, message }: RecordsIssue): StageIssue => ({
  field: fieldOfOfferKey(technical) ?? technical,
  message,
  technical,
});

const REFUSED = { code: 'CRICOS_SUBMISSION_FAILED', message: 'CRICOS submission failed' };

export function submitOffer({
  records,
  unknownOutcome,
}: Pick<StageDeps, 'records' | 'unknownOutcome'>): Stage<'cricos-submission'> {
  return {
    name: 'cricos-submission',
    repetition: unknownOutcome.records,
    run: async ({ record, outputs, key, leaving }) => {
      const verdict = await records.submit(preparedStudent(outputs).offer, { key, leaving });
      if (!verdict.accepted) {
        throw new StageRejected({ ...REFUSED, errors: verdict.issues.map(toIssue) }, { isAnswer: true });
      }
      const { reference } = verdict;
      // If the answer repeats our OfferId, the records API has given no id of its own.
      return reference === undefined || reference === record.offerId ? {} : { reference };
    },
    explain: (failure) => ({ ...REFUSED, ...reasonOf(failure) }),
  };
}

export function sendApplication({
  workflow,
  unknownOutcome,
}: Pick<StageDeps, 'workflow' | 'unknownOutcome'>): Stage<'power-automate'> {
  return {
    name: 'power-automate',
    repetition: unknownOutcome.workflow,
    run: async ({ body, outputs, key, leaving }) => {
      await workflow.sendApplication(body.variant, preparedStudent(outputs).workflow, { key, leaving });
      return {};
    },
    explain: (failure) => ({
      code: isNetworkFailure(failure) ? 'NETWORK_ERROR' : 'POWER_AUTOMATE_ERROR',
      message: 'Power Automate submission failed',
      detail: flowReason(failure),
    }),
  };
}
