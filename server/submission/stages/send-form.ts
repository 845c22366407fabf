import { AGENT_INTRODUCTION } from '#domain/agency/documents.ts';
import { SHORT_DOCUMENTS } from '#domain/short/documents.ts';
import { CallFailure } from '../../ports/call-failure.ts';
import type { Flow, Workflow } from '../../ports/workflow.ts';
import { assertNoneLost } from '../lost-documents.ts';
import type { OutgoingDocuments } from '../outgoing-documents.ts';
import { flowReason, isNetworkFailure, type Stage, type UnknownOutcome } from '../stage.ts';
import { preparedForm } from './prepare-form.ts';

/** The parts that carry the documents, by slot. */
const PARTS = new Map<string, string>([...SHORT_DOCUMENTS, AGENT_INTRODUCTION].map(({ slot, part }) => [slot, part]));

const FAILED: Readonly<Record<Flow, string>> = {
  short: 'Student application submission failed',
  agent: 'Agent application submission failed',
};

export interface FormStageOptions {
  readonly workflow: Pick<Workflow, 'sendForm'>;
  readonly files: OutgoingDocuments;
  /** `UNKNOWN_OUTCOME` (R7.25). */
  readonly unknownOutcome: UnknownOutcome;
}

/** Sends a short or agent application to its automation flow, documents included. */
export function sendForm(flow: Flow, { workflow, files, unknownOutcome }: FormStageOptions): Stage<'power-automate'> {
  return {
    name: 'power-automate',
    repetition: unknownOutcome,
    run: async ({ body, outputs, key, leaving }) => {
      const { fields } = preparedForm(outputs);
      const outgoing = await files.files(body.documents);
      const parts = outgoing.map(({ slot, ...file }) => ({ ...file, part: PARTS.get(slot) ?? slot }));
      const options = { key, leaving, mayBeMock: body.destination?.mock === true };
      const output = await workflow.sendForm(flow, { fields, files: parts }, options).catch(async (failure) => {
        if (!(failure instanceof CallFailure)) {
          await assertNoneLost(files, body, body.documents, (detail) => `${FAILED[flow]}: ${detail}`);
        }
        throw failure;
      });
      return { output };
    },
    explain: (failure) => ({
      code: codeOf(failure),
      message: `${FAILED[flow]}: ${reason(flow, failure)}`,
      detail: flowReason(failure),
    }),
  };
}

function codeOf(failure: unknown): string {
  if (!(failure instanceof CallFailure)) return 'UNKNOWN_ERROR';
  return isNetworkFailure(failure) ? 'NETWORK_ERROR' : 'POWER_AUTOMATE_ERROR';
}

/** An agent application is refused in the flow's own words where it has some (R7.9). */
function reason(flow: Flow, failure: unknown): string {
  const own = flow === 'agent' && failure instanceof CallFailure ? failure.bodyMessage : undefined;
  return own ?? flowReason(failure);
}
