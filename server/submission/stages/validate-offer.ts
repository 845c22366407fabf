import { fieldOfOfferKey } from '#domain/student/check-offer.ts';
import type { StageError } from '#domain/submission/submission.ts';
import type { OfferOutcome, Records, RecordsIssue } from '../../ports/records.ts';
import { reasonOf, type Stage, StageRejected } from '../stage.ts';
import { preparedStudent } from './prepare-student.ts';

const FAILED = { code: 'CRICOS_VALIDATION_FAILED', message: 'CRICOS validation failed' };

/** Asks the records API whether it would take the offer. */
export function validateOffer(records: Pick<Records, 'validate'>): Stage<'cricos-validation'> {
  return {
    name: 'cricos-validation',
    repetition: 'safe',
    run: async ({ outputs, key }) => {
      const verdict = await records.validate(preparedStudent(outputs).offer, { key });
      if (!verdict.accepted) throw new StageRejected(rejection(verdict), { isAnswer: true });
      return {};
    },
    explain: (failure) => ({ ...FAILED, ...reasonOf(failure) }),
  };
}

function rejection({ issues, listed }: Extract<OfferOutcome, { accepted: false }>): StageError {
  const message = listed ? `${issues.length} validation errors found` : FAILED.message;
  return { code: FAILED.code, message, errors: issues.map(toIssue) };
}

/** Under our own field name where the outside's key can be traced to one (R7.10). */
export function toIssue({ technical, message }: RecordsIssue) {
  return { field: fieldOfOfferKey(technical) ?? technical, message, technical };
}
