import { createAgentList, createAgentSource } from './adapters/lists/agents.ts';
import { createClassifications } from './adapters/lists/classifications.ts';
import { createIntakeList } from './adapters/lists/intakes.ts';
import { createOutbound, type Outbound } from './adapters/outbound.ts';
import { createHttpRecords } from './adapters/records-http.ts';
import { createRecordsTokens } from './adapters/records-tokens.ts';
import { createRedact, type Redact } from './adapters/redact.ts';
import { createHttpWorkflow, createMockSubmission } from './adapters/workflow-http.ts';
import { confidential, type ServerConfig } from './config.ts';
import { usesAgentMock } from './offered.ts';
import { CallFailure } from './ports/call-failure.ts';
import type { Clock } from './ports/clock.ts';
import type { Lists } from './ports/lists.ts';
import type { Log } from './ports/log.ts';
import type { Metrics } from './ports/metrics.ts';
import type { Records } from './ports/records.ts';
import type { Workflow } from './ports/workflow.ts';

export interface OutsideOptions {
  readonly config: ServerConfig;
  readonly clock: Clock;
  readonly log: Log;
  readonly masking: Masking;
  readonly metrics: Metrics;
}

/** What keeps secrets out of log lines and answers. */
export interface Masking {
  readonly redact: Redact;
  /** Secrets that were issued to the server while it runs, the latest first. */
  readonly issued: string[];
}

/** Masks every configured secret and address, and the tokens of the records API. */
export function createMasking(config: ServerConfig): Masking {
  const issued: string[] = [];
  return { redact: createRedact({ ...confidential(config), dynamic: () => issued }), issued };
}

/** The services behind the configured addresses; the records API only where it is configured. */
export interface Outside {
  readonly outbound: Outbound;
  readonly records: Records | undefined;
  readonly workflow: Workflow;
}

export function connectOutside({ config, clock, log, masking, metrics }: OutsideOptions): Outside {
  const { redact, issued } = masking;
  const outbound = createOutbound({ timeoutMs: config.upstreamTimeoutMs, redact, clock, log, metrics });
  return {
    outbound,
    records: config.records && connectRecords(config.records, { outbound, issued, monotonic: clock.monotonic }),
    workflow: createHttpWorkflow({
      outbound,
      urls: {
        application: { direct: config.studentWorkflowUrl, agent: config.agentWorkflowUrl },
        files: config.fileWorkflowUrl,
        flows: { short: config.studentFlowUrl, agent: config.agentFlowUrl },
      },
      mock: usesAgentMock(config) ? createMockSubmission(clock) : undefined,
    }),
  };
}

function connectRecords(
  { baseUrl, ...account }: NonNullable<ServerConfig['records']>,
  options: { readonly outbound: Outbound; readonly issued: string[]; readonly monotonic: () => number },
): Records {
  const tokens = createRecordsTokens({ ...account, ...options, url: `${baseUrl}/token` });
  return createHttpRecords({ baseUrl, outbound: options.outbound, tokens });
}

/** The lists that the forms offer. */
export function createLists(
  { config, clock, log }: Pick<OutsideOptions, 'config' | 'clock' | 'log'>,
  { outbound, records }: Pick<Outside, 'outbound' | 'records'>,
): Lists {
  const { agentListUrl, timeZone } = config;
  const source = agentListUrl === undefined ? undefined : createAgentSource(agentListUrl, outbound);
  return {
    agents: createAgentList({ source, clock, log }),
    intakes: createIntakeList({ records, clock, timeZone, log }),
    classifications: createClassifications({ records, clock, log }),
  };
}

/** Applications that were taken under another configuration wait for theirs to come back. */
const refuse = async () => {
  throw new CallFailure('busy', 'The records API is not configured');
};
export const unconfiguredRecords: Records = {
  validate: refuse,
  submit: refuse,
  intakes: refuse,
  classification: refuse,
};
