import * as v from 'valibot';
import { AGENT_INTRODUCTION } from '#domain/agency/documents.ts';
import { prepareFlow } from '#domain/payload/prepare-flow.ts';
import { SHORT_DOCUMENTS } from '#domain/short/documents.ts';
import type { Flow } from '../../adapters/workflow-http.ts';
import { CallFailure } from '../../ports/call-failure.ts';
import { awaitSending } from '../lost-documents.ts';
import { onlyKindOf } from '../slots.ts';
import { flowReason, isNetworkFailure, type Stage, type StageDeps } from '../stage.ts';

/** The output of `preparing`: every later call and every repetition says exactly the same. */
const Prepared = v.object({ fields: v.array(v.tuple([v.string(), v.string()])), submittedAt: v.string() });

/** Maps the answers of a short or agent application to the fields of its automation flow, once, as of its PUT. */
export function prepareForm(flow: Flow): Stage<'preparing'> {
  return {
    name: 'preparing',
    repetition: 'safe',
    isLocal: true,
    run: async ({ record, body }) => {
      const documents = body.documents.map(({ slot, name }) => ({ slot, name, kind: onlyKindOf(slot) }));
      return { output: prepareFlow(flow, body.values, { now: new Date(record.updatedAt), documents }) };
    },
    explain: () => ({ code: 'VALIDATION_FAILED', message: 'Form validation failed' }),
  };
}

const PARTS = new Map<string, string>([...SHORT_DOCUMENTS, AGENT_INTRODUCTION].map(({ slot, part }) => [slot, part]));

const FAILED: Readonly<Record<Flow, string>> = {
  short: 'Student application submission failed',
  agent: 'Agent application submission failed',
};

/** Sends a short or agent application to its automation flow, documents included. */
export function sendForm(
  flow: Flow,
  { workflow, files, unknownOutcome }: Pick<StageDeps, 'workflow' | 'files' | 'unknownOutcome'>,
): Stage<'power-automate'> {
  return {
    name: 'power-automate',
    repetition: unknownOutcome.workflow,
    run: async ({ body, outputs, key, leaving }) => {
      const { fields } = v.parse(Prepared, outputs.preparing);
      const outgoing = await files.files(body.documents);
      const parts = outgoing.map(({ slot, ...file }) => ({ ...file, part: PARTS.get(slot) ?? slot }));
      const options = { key, leaving, mayBeMock: body.destination?.mock === true };
      const sending = workflow.sendForm(flow, { fields, files: parts }, options);
      const messageOf = (detail: string) => `${FAILED[flow]}: ${detail}`;
      return { output: await awaitSending(sending, files, body, body.documents, messageOf) };
    },
    explain: (failure) => {
      const code = isNetworkFailure(failure) ? 'NETWORK_ERROR' : 'POWER_AUTOMATE_ERROR';
      const isCall = failure instanceof CallFailure;
      // For a refused agent application, the flow's message is used if there is one (R7.9).
      const own = flow === 'agent' && isCall ? failure.bodyMessage : undefined;
      const detail = flowReason(failure);
      return { code: isCall ? code : 'UNKNOWN_ERROR', message: `${FAILED[flow]}: ${own ?? detail}`, detail };
    },
  };
}
