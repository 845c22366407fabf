import * as v from 'valibot';
import { prepareFlow } from '#domain/payload/prepare-flow.ts';
import type { Flow } from '../../ports/workflow.ts';
import { onlyKindOf } from '../slots.ts';
import type { Stage, StageContext } from '../stage.ts';

/** What `preparing` keeps in the ledger, so that every later call and every repetition says exactly the same. */
const Prepared = v.object({ fields: v.array(v.tuple([v.string(), v.string()])), submittedAt: v.string() });

/** The output of a short or agent application's `preparing`; throws when the ledger holds something else. */
export const preparedForm = ({ preparing }: StageContext['outputs']) => v.parse(Prepared, preparing);

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
