import { prepareFlow } from '#domain/payload/prepare-flow.ts';
import type { Flow } from '../../ports/workflow.ts';
import type { PreparedForm } from '../prepared.ts';
import { onlyKindOf } from '../slots.ts';
import type { Stage } from '../stage.ts';

/** Maps the answers of a short or agent application to the fields of its automation flow, once, as of its PUT. */
export function prepareForm(flow: Flow): Stage<'preparing'> {
  return {
    name: 'preparing',
    repetition: 'safe',
    isLocal: true,
    run: async ({ record, body }) => {
      const documents = body.documents.map(({ slot, name }) => ({ slot, name, kind: onlyKindOf(slot) }));
      const output: PreparedForm = prepareFlow(flow, body.values, { now: new Date(record.updatedAt), documents });
      return { output };
    },
    explain: () => ({ code: 'VALIDATION_FAILED', message: 'Form validation failed' }),
  };
}
