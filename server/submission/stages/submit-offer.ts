import type { Records } from '../../ports/records.ts';
import { reasonOf, type Stage, StageRejected } from '../stage.ts';
import { preparedStudent } from './prepare-student.ts';
import { toIssue } from './validate-offer.ts';

const FAILED = { code: 'CRICOS_SUBMISSION_FAILED', message: 'CRICOS submission failed' };

/** Submits the offer. The records API keeps one record per OfferId, so the same offer may be sent again. */
export function submitOffer(records: Pick<Records, 'submit'>): Stage<'cricos-submission'> {
  return {
    name: 'cricos-submission',
    repetition: 'keyed',
    run: async ({ outputs, key }) => {
      const verdict = await records.submit(preparedStudent(outputs).offer, { key });
      if (!verdict.accepted) {
        throw new StageRejected({ ...FAILED, errors: verdict.issues.map(toIssue) }, { isAnswer: true });
      }
      return {};
    },
    explain: (failure) => ({ ...FAILED, ...reasonOf(failure) }),
  };
}
