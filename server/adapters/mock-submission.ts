import { CallFailure } from '../ports/call-failure.ts';
import type { Clock } from '../ports/clock.ts';
import type { FlowForm, Workflow } from '../ports/workflow.ts';
import { multipartBody } from './multipart.ts';

/** What the specification's mock submission does: it takes 2 s, and fails one time in ten. */
export const MOCK_DELAY_MS = 2000;
export const MOCK_FAILURE_RATE = 0.1;

/**
 * Stands in for an automation flow that is not configured: the form goes nowhere, in the multipart variant with
 * `jsonData` and file parts (spec §7). Chance comes from the clock, so that tests can hold it.
 */
export function createMockSubmission(clock: Clock): Workflow['sendForm'] {
  return async (_flow, form, { key }) => {
    await swallow(jsonVariant(form));
    await clock.sleep(MOCK_DELAY_MS);
    if (clock.random() < MOCK_FAILURE_RATE) {
      throw new CallFailure('refused', 'The mock submission failed', {
        status: 500,
        bodyMessage: 'Mock submission failed',
      });
    }
    return { id: `MOCK-${key}` };
  };
}

const jsonVariant = ({ fields, files }: FlowForm): FlowForm => ({
  fields: [['jsonData', JSON.stringify(Object.fromEntries(fields))]],
  files,
});

/** Reads a form to its end as an endpoint would, so that a document that cannot be read shows here as well. */
async function swallow(form: FlowForm): Promise<void> {
  for await (const _block of multipartBody(form).open());
}
