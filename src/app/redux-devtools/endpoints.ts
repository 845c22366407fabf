import type { Config } from '#contract/config.ts';
import type { AgentList, Classifications, IntakeList } from '#contract/lists.ts';
import type { agentsApi } from '#features/agents/agents-api.ts';
import type { listsApi } from '#features/forms/student/lists.ts';
import type { submissionApi } from '#features/submission/submission-api.ts';
import { body, submission, variant } from './applications.ts';
import { counted, fields, figure, flag, hidden, isoMoment, oneOf, type Show, uuid } from './show.ts';

type Endpoints = (typeof agentsApi)['endpoints'] & (typeof listsApi)['endpoints'] & (typeof submissionApi)['endpoints'];
/** What may be seen of an endpoint's argument and of its answer. */
export interface Shown {
  readonly arg: Show;
  readonly data: Show;
}
const source = oneOf('live', 'cache', 'stale', 'fallback');
const agents: Shown = {
  arg: hidden,
  data: fields<AgentList>({ items: counted, source, updatedAt: isoMoment, total: figure }),
};

const limits = fields<Config['limits']>({
  totalDocumentBytes: figure,
  agentIntroductionBytes: figure,
  genericFileBytes: figure,
  genericFileCount: figure,
  draftHours: figure,
});
const flows = fields<Config['flows']>({ student: flag, agent: flag, shortForm: flag, files: flag });

const ENDPOINTS = new Map(
  Object.entries<Shown>({
    config: {
      arg: hidden,
      data: fields<Config>({ demo: flag, devTools: flag, timeZone: hidden, flows, agentMock: flag, limits }),
    },
    agentList: agents,
    refreshAgentList: agents,
    intakes: { arg: hidden, data: fields<IntakeList>({ items: counted, source, updatedAt: isoMoment }) },
    classifications: {
      arg: hidden,
      data: fields<Classifications>({
        employmentStatuses: counted,
        industries: counted,
        occupations: counted,
        qualificationLevels: counted,
        qualificationRecognitions: counted,
        visaTypes: counted,
        source: hidden,
      }),
    },
    submission: { arg: uuid, data: submission },
    putApplication: {
      arg: fields<{ id: string; variant: string; body: object }>({ id: uuid, variant, body }),
      data: submission,
    },
  } satisfies Record<keyof Endpoints, Shown>),
);
/** Of what no endpoint of ours has brought. */
export const NOTHING: Shown = { arg: hidden, data: hidden };
export const endpointName = oneOf(...ENDPOINTS.keys());
export const isEndpoint = (name: string): boolean => ENDPOINTS.has(name);
export const endpointOf = (name: unknown): Shown => ENDPOINTS.get(String(name)) ?? NOTHING;
