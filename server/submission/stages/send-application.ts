import type { Workflow } from '../../ports/workflow.ts';
import { flowReason, isNetworkFailure, type Stage, type UnknownOutcome } from '../stage.ts';
import { preparedStudent } from './prepare-student.ts';

/** Sends a student application to the workflow endpoint of its variant. */
export function sendApplication(
  workflow: Pick<Workflow, 'sendApplication'>,
  unknownOutcome: UnknownOutcome,
): Stage<'power-automate'> {
  return {
    name: 'power-automate',
    repetition: unknownOutcome,
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
