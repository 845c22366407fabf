import type { Records } from '../../ports/records.ts';
import { reasonOf, type Stage, StageRejected, type UnknownOutcome } from '../stage.ts';
import { preparedStudent } from './prepare-student.ts';
import { toIssue } from './validate-offer.ts';

const FAILED = { code: 'CRICOS_SUBMISSION_FAILED', message: 'CRICOS submission failed' };

/** Submits the offer. `unknownOutcome` is `RECORDS_UNKNOWN_OUTCOME` (R7.20, R7.21). */
export function submitOffer(
  records: Pick<Records, 'submit'>,
  unknownOutcome: UnknownOutcome,
): Stage<'cricos-submission'> {
  return {
    name: 'cricos-submission',
    repetition: unknownOutcome,
    run: async ({ record, outputs, key, leaving }) => {
      const verdict = await records.submit(preparedStudent(outputs).offer, { key, leaving });
      if (!verdict.accepted) {
        throw new StageRejected({ ...FAILED, errors: verdict.issues.map(toIssue) }, { isAnswer: true });
      }
      const { reference } = verdict;
      // If the answer repeats our OfferId, the records API has given no id of its own.
      return reference === undefined || reference === record.offerId ? {} : { reference };
    },
    explain: (failure) => ({ ...FAILED, ...reasonOf(failure) }),
  };
}
