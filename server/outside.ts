import { createExchange, type Exchange } from './adapters/exchange.ts';
import { createAgentList, createAgentSource } from './adapters/lists/agents.ts';
import { createClassifications } from './adapters/lists/classifications.ts';
import { createIntakeList } from './adapters/lists/intakes.ts';
import { createOutbound, type Outbound } from './adapters/outbound.ts';
import type { Metrics } from './adapters/prometheus.ts';
import { createHttpRecords } from './adapters/records-http.ts';
import { createRecordsTokens } from './adapters/records-tokens.ts';
import { createRedact, type Redact } from './adapters/redact.ts';
import { createStaffWebhook, type StaffWebhook } from './adapters/staff-webhook.ts';
import type { Workflow } from './adapters/workflow-http.ts';
import { createHttpWorkflow, createMockSubmission } from './adapters/workflow-http.ts';
import { usesAgentMock } from './availability.ts';
import { confidential, proxyOf, type RecordsAccount, type ServerConfig } from './config.ts';
import { CallFailure } from './ports/call-failure.ts';
import type { Clock } from './ports/clock.ts';
import type { Lists } from './ports/lists.ts';
import type { Log } from './ports/log.ts';
import type { Records } from './ports/records.ts';

export interface OutsideOptions {
  readonly config: ServerConfig;
  readonly clock: Clock;
  readonly log: Log;
  readonly masking: Masking;
  readonly metrics: Metrics;
  readonly network?: Exchange;
}

interface Masking {
  readonly redact: Redact;
  /** Secrets issued at run time, the latest first. */
  readonly issued: string[];
}

/** Masks every configured secret and address, and the tokens of the records API. */
export function createMasking(config: ServerConfig): Masking {
  const issued: string[] = [];
  return { redact: createRedact({ ...confidential(config), dynamic: () => issued }), issued };
}

/** Lets tests replace a port. */
export type Wrap = <Port extends object>(name: string, port: Port) => Port;

export interface OutsideServices {
  readonly records: Records;
  readonly workflow: Workflow;
}

export function connectOutside(
  { config, clock, log, masking, metrics, network = networkOf(config) }: OutsideOptions,
  wrap: Wrap,
): { readonly services: OutsideServices; readonly lists: Lists; readonly webhook: StaffWebhook | undefined } {
  const { redact, issued } = masking;
  const outbound = createOutbound({ timeoutMs: config.upstreamTimeoutMs, redact, clock, log, metrics, network });
  const records =
    config.records &&
    connectRecords(config.records, {
      outbound,
      issued,
      monotonic: clock.monotonic,
      submitTimeoutMs: config.recordsSubmitTimeoutMs,
    });
  const services = {
    records: wrap('records', records ?? unconfiguredRecords),
    workflow: wrap('workflow', connectWorkflow(config, outbound, clock)),
  };
  const { agentListUrl, staffWebhookUrl, timeZone } = config;
  const asked = { records: records && services.records, clock, log };
  const intakes = createIntakeList({ ...asked, timeZone });
  return {
    services,
    webhook: staffWebhookUrl === undefined ? undefined : createStaffWebhook(staffWebhookUrl, outbound),
    lists: {
      agents: createAgentList({
        source: agentListUrl ? createAgentSource(agentListUrl, outbound) : undefined,
        college: config.college.facts,
        clock,
        log,
      }),
      intakes: async () => (await intakes()).list,
      intakeDates: async () => (await intakes()).dates,
      classifications: createClassifications(asked),
    },
  };
}

const networkOf = (config: ServerConfig) => createExchange(config.upstreamTimeoutMs, proxyOf(config));

function connectRecords(
  { baseUrl, ...account }: RecordsAccount,
  options: {
    readonly outbound: Outbound;
    readonly issued: string[];
    readonly monotonic: () => number;
    readonly submitTimeoutMs: number;
  },
): Records {
  const tokens = createRecordsTokens({ ...account, ...options, url: `${baseUrl}/token` });
  return createHttpRecords({ ...options, baseUrl, tokens });
}

/** Applications accepted under another configuration wait until it is restored. */
const refuse = async () => {
  throw new CallFailure('unconfigured', 'The records API is not configured');
};
const unconfiguredRecords: Records = { validate: refuse, submit: refuse, intakes: refuse, classification: refuse };

function connectWorkflow(config: ServerConfig, outbound: Outbound, clock: Clock): Workflow {
  return createHttpWorkflow({
    outbound,
    urls: {
      application: { direct: config.studentWorkflowUrl, agent: config.agentWorkflowUrl },
      files: config.fileWorkflowUrl,
      flows: { short: config.studentFlowUrl, agent: config.agentFlowUrl },
    },
    mock: usesAgentMock(config) ? createMockSubmission(clock) : undefined,
  });
}
