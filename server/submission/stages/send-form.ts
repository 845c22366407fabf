import type { DocumentReference } from '#contract/applications.ts';
import { AGENT_INTRODUCTION } from '#domain/agency/introduction.ts';
import { SHORT_DOCUMENTS } from '#domain/short/documents.ts';
import { outgoingNames } from '#domain/submission/file-names.ts';
import { CallFailure } from '../../ports/call-failure.ts';
import type { Flow, Workflow } from '../../ports/workflow.ts';
import { assertNoneLost } from '../lost-documents.ts';
import { mediaTypeOf } from '../media-types.ts';
import { preparedForm } from '../prepared.ts';
import { flowReason, isNetworkFailure } from '../reasons.ts';
import type { Stage } from '../stage.ts';
import type { OutgoingDocuments } from '../verified-files.ts';

/** The parts that carry the documents, by slot. */
const PARTS = new Map<string, string>([...SHORT_DOCUMENTS, AGENT_INTRODUCTION].map(({ slot, part }) => [slot, part]));

const FAILED: Readonly<Record<Flow, string>> = {
  short: 'Student application submission failed',
  agent: 'Agent application submission failed',
};

/** Sends a short or agent application to its automation flow, documents included. */
export function sendForm(
  flow: Flow,
  workflow: Pick<Workflow, 'sendForm'>,
  files: OutgoingDocuments,
): Stage<'power-automate'> {
  return {
    name: 'power-automate',
    repetition: 'keyed',
    run: async ({ body, outputs, key }) => {
      const { fields } = preparedForm(outputs);
      const lost = (byContent = false) => {
        const messageOf = (detail: string) => `${FAILED[flow]}: ${detail}`;
        return assertNoneLost(files, body, body.documents, { byContent, messageOf });
      };
      await lost();
      const parts = await partsOf(body.documents, files);
      const options = { key, mayBeMock: body.destination?.mock === true };
      const output = await workflow.sendForm(flow, { fields, files: parts }, options).catch(async (failure) => {
        if (!(failure instanceof CallFailure)) await lost(true);
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

/** An agent application is refused in the flow's own words where it has some (spec §8). */
function reason(flow: Flow, failure: unknown): string {
  const own = flow === 'agent' && failure instanceof CallFailure ? failure.bodyMessage : undefined;
  return own ?? flowReason(failure);
}

async function partsOf(documents: readonly DocumentReference[], files: OutgoingDocuments) {
  const named = documents.map(async (document) => ({ name: document.name, kind: await files.kind(document) }));
  const names = outgoingNames(await Promise.all(named));
  return documents.map((document, i) => {
    const filename = names[i] ?? '';
    return {
      part: PARTS.get(document.slot) ?? document.slot,
      filename,
      type: mediaTypeOf(filename),
      size: document.size,
      open: () => files.open(document),
    };
  });
}
