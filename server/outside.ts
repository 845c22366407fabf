import { createHttpAgentSource } from './adapters/agent-source-http.ts';
import { createGuard, guardRecords, guardWorkflow } from './adapters/breaker.ts';
import { createAgentList } from './adapters/lists/agents.ts';
import { createClassifications } from './adapters/lists/classifications.ts';
import { createIntakeList } from './adapters/lists/intakes.ts';
import { measureAgentSource, measureRecords, measureWorkflow } from './adapters/measured-calls.ts';
import { createMockSubmission } from './adapters/mock-submission.ts';
import { createOutbound } from './adapters/outbound.ts';
import { createHttpRecords } from './adapters/records-http.ts';
import { createTokenSource, type TokenSource } from './adapters/records-token.ts';
import { createRedact } from './adapters/redact.ts';
import { createHttpWorkflow } from './adapters/workflow-http.ts';
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
  /** Keeps secrets and addresses out of what is told; shared with the log. */
  readonly redact: (text: string) => string;
  readonly tokens: TokenSource | undefined;
  readonly metrics: Metrics;
}

/** Where the words and the secrets are that must stay inside; the token source needs it and feeds it. */
export function createSecrecy(config: ServerConfig, clock: Clock) {
  const { records } = config;
  const redact = createRedact({ ...confidential(config), dynamic: () => tokens?.known() ?? [] });
  const outbound = createOutbound({ timeoutMs: config.upstreamTimeoutMs, redact });
  const tokens =
    records && createTokenSource({ ...records, url: `${records.baseUrl}/token`, outbound, monotonic: clock.monotonic });
  return { redact, tokens };
}

/** A member that is undefined is left out. */
function present<K extends string>(urls: Readonly<Record<K, string | undefined>>): Partial<Record<K, string>> {
  const given: Partial<Record<K, string>> = {};
  for (const key in urls) {
    const url = urls[key];
    if (url !== undefined) given[key] = url;
  }
  return given;
}

/** The records API, where one is configured, and the workflow service; what is down is left alone for a while. */
export function connectOutside({ config, clock, log, redact, tokens, metrics }: OutsideOptions): {
  readonly records: Records | undefined;
  readonly workflow: Workflow;
} {
  const outbound = createOutbound({ timeoutMs: config.upstreamTimeoutMs, redact });
  const records =
    config.records && tokens && createHttpRecords({ baseUrl: config.records.baseUrl, outbound, tokens, redact });
  const http = createHttpWorkflow({
    outbound,
    urls: {
      application: present({ direct: config.studentWorkflowUrl, agent: config.agentWorkflowUrl }),
      files: config.fileWorkflowUrl,
      flows: present({ short: config.studentFlowUrl, agent: config.agentFlowUrl }),
    },
  });
  const mock = createMockSubmission(clock);
  const usesMock = usesAgentMock(config);
  const sendForm: Workflow['sendForm'] = (flow, form, call) =>
    flow === 'agent' && usesMock && call.mayBeMock ? mock(flow, form, call) : http.sendForm(flow, form, call);
  const guard = createGuard({ clock, log });
  return {
    records: records && guardRecords(measureRecords(records, metrics), guard),
    workflow: guardWorkflow(measureWorkflow({ ...http, sendForm }, metrics), guard),
  };
}

/** The lists that the forms offer. */
export function createLists(
  { config, clock, log, redact, metrics }: OutsideOptions,
  records: Records | undefined,
): Lists {
  const url = config.agentListUrl;
  const outbound = createOutbound({ timeoutMs: config.upstreamTimeoutMs, redact });
  return {
    agents: createAgentList({
      source: url === undefined ? undefined : measureAgentSource(createHttpAgentSource({ url, outbound }), metrics),
      clock,
      log,
    }),
    intakes: createIntakeList({ records, clock, timeZone: config.timeZone, log }),
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
