import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '#contract/config.ts';
import { AGENT_INTRODUCTION } from '#domain/agency/introduction.ts';
import type { FormContext } from '#domain/form/form.ts';
import { TOTAL_DOCUMENT_BYTES } from '#domain/student/documents.ts';
import { makeOfferIdSource } from '#domain/student/offer-id.ts';
import type { SubmissionKind } from '#domain/submission/stages.ts';
import { createHttpAgentSource } from './adapters/agent-source-http.ts';
import { createHttpDevCalls } from './adapters/dev-calls-http.ts';
import { createDiskFiles } from './adapters/disk-files.ts';
import { createAgentList } from './adapters/lists/agents.ts';
import { createClassifications } from './adapters/lists/classifications.ts';
import { createIntakeList } from './adapters/lists/intakes.ts';
import { lockDirectory } from './adapters/lock-file.ts';
import { createMockSubmission } from './adapters/mock-submission.ts';
import { createOutbound, type Outbound } from './adapters/outbound.ts';
import { createInProcessQueue } from './adapters/queue-in-process.ts';
import { createHttpRecords } from './adapters/records-http.ts';
import { createTokenSource, type TokenSource } from './adapters/records-token.ts';
import { createRedact } from './adapters/redact.ts';
import { openSqliteLedgers } from './adapters/sqlite/open.ts';
import { createHttpWorkflow } from './adapters/workflow-http.ts';
import type { ServerConfig } from './config.ts';
import type { AppDeps } from './http/deps.ts';
import type { DevTools } from './http/routes/dev.ts';
import { CallFailure } from './ports/call-failure.ts';
import type { Clock } from './ports/clock.ts';
import type { Scenarios } from './ports/dev-calls.ts';
import type { Lists } from './ports/lists.ts';
import type { Log } from './ports/log.ts';
import type { Records } from './ports/records.ts';
import type { Workflow } from './ports/workflow.ts';
import { createApplications } from './submission/applications.ts';
import { createRunner } from './submission/run.ts';
import { GENERIC_FILE_BYTES, GENERIC_FILE_COUNT } from './submission/slots.ts';
import { createStageTable } from './submission/stage-table.ts';
import { sweepUploads } from './submission/sweep.ts';

/** Lets tests stand between the parts and a port. */
export type Wrap = <Port extends object>(name: string, port: Port) => Port;

export interface ComposeOptions {
  readonly config: ServerConfig;
  readonly clock: Clock;
  readonly log: Log;
  /** Keeps secrets and addresses out of what is told; shared with the log. */
  readonly redact: (text: string) => string;
  readonly tokens: TokenSource | undefined;
  readonly dist: string;
  /** The simulated services of demo mode. */
  readonly scenarios?: Scenarios;
  readonly wrap?: Wrap;
}

/** The product's server without its socket. */
export interface Composed {
  readonly deps: AppDeps;
  /** Goes on with everything that is unfinished. */
  start(): Promise<void>;
  /** Ends between two stages, gives up the data directory. */
  stop(): Promise<void>;
}

const UPLOAD_LIFE_MS = 24 * 3_600_000;
const SWEEP_EVERY_MS = 10 * 60_000;
const DRAIN_MS = 5_000;
/** Submissions worked on at once; each waits for the outside most of its time. */
const WIDTH = 64;

/** Joins the adapters that the configuration names with the submission and the HTTP side. */
export async function compose(options: ComposeOptions): Promise<Composed> {
  const { config, clock, log, wrap = (_name, port) => port } = options;
  mkdirSync(path.join(config.dataDir, 'uploads'), { recursive: true });
  const unlock = lockDirectory(config.dataDir);
  const open = await openSqliteLedgers(config.dataDir).catch((error) => {
    unlock();
    throw error;
  });
  const ledger = wrap('ledger', open.ledger);
  const uploads = wrap('uploads', open.uploads);
  const disk = createDiskFiles({ directory: path.join(config.dataDir, 'uploads'), lifeMs: UPLOAD_LIFE_MS });
  const files = wrap('files', disk.files);
  const outside = connectOutside(options);
  const records = outside.records && wrap('records', outside.records);
  const workflow = wrap('workflow', outside.workflow);
  const lists = createLists(options, records);
  const liveLists = () => lists.classifications().then(withoutSource);
  const queue = createInProcessQueue({ width: WIDTH, log });
  const table = createStageTable({
    records: records ?? unconfiguredRecords,
    workflow,
    files,
    clock,
    timeZone: config.timeZone,
    lists: liveLists,
    fileWorkflow: { endpoint: endpointState(config.fileWorkflowUrl), maxBytes: config.fileWorkflowMaxBytes },
  });
  let stopping = false;
  const run = createRunner({
    ledger,
    clock,
    log,
    table,
    unknownOutcome: config.unknownOutcome,
    again: (id, at) => queue.add(id, at),
    stopping: () => stopping,
  });
  const applications = createApplications({
    ledger,
    uploads,
    files,
    queue,
    clock,
    lists: liveLists,
    offerIds: makeOfferIdSource(config.timeZone),
    notConfigured: (kind) => notConfigured(config, kind),
  });
  const sweeping = setInterval(() => {
    sweepUploads({ uploads, files, clock, lifeMs: UPLOAD_LIFE_MS }).catch((err) =>
      log.error({ err }, 'sweeping failed'),
    );
  }, SWEEP_EVERY_MS).unref();
  return {
    deps: {
      applications,
      ledger,
      uploads,
      files,
      tusStore: disk.tus,
      lists,
      clock,
      log,
      publicConfig: publicConfig(config),
      ...(config.devTools ? { devTools: devTools(options) } : {}),
      rateLimitPerMinute: config.rateLimitPerMinute,
      trustProxy: config.trustProxy,
      dist: options.dist,
    },
    start: async () => {
      queue.start(run);
      for (const { id, retryAt } of await ledger.unfinished()) queue.add(id, retryAt ? new Date(retryAt) : undefined);
    },
    stop: async () => {
      stopping = true;
      clearInterval(sweeping);
      await queue.drain(DRAIN_MS);
      await ledger.close();
      unlock();
    },
  };
}

function connectOutside({ config, clock, redact, tokens }: ComposeOptions): {
  readonly records: Records | undefined;
  readonly workflow: Workflow;
  readonly outbound: Outbound;
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
  const usesMock = config.agentFlowUrl === undefined && config.agentFlowMock;
  const sendForm: Workflow['sendForm'] = (flow, form, call) =>
    flow === 'agent' && usesMock ? mock(flow, form, call) : http.sendForm(flow, form, call);
  return { records, workflow: { ...http, sendForm }, outbound };
}

function createLists({ config, clock, log, redact }: ComposeOptions, records: Records | undefined): Lists {
  const { now } = clock;
  const url = config.agentListUrl;
  const outbound = createOutbound({ timeoutMs: config.upstreamTimeoutMs, redact });
  return {
    agents: createAgentList({
      source: url === undefined ? undefined : createHttpAgentSource({ url, outbound }),
      now,
      log,
    }),
    intakes: createIntakeList({ records, now, timeZone: config.timeZone, log }),
    classifications: createClassifications({ records, now, log }),
  };
}

/** The developers' calls, beside the ones that applications make. */
function devTools({ config, scenarios }: ComposeOptions): DevTools {
  const { records, fileTestFlowUrl } = config;
  const calls = createHttpDevCalls({
    ...(records ? { records } : {}),
    ...(fileTestFlowUrl === undefined ? {} : { fileTestUrl: fileTestFlowUrl }),
    secrets: [...(records ? [records.username, records.password] : []), ...outsideUrls(config)],
    timeoutMs: config.upstreamTimeoutMs,
  });
  return { calls, configured: configuredServices(config), scenarios };
}

/** Where the words and the secrets are that must stay inside; the token source needs it and feeds it. */
export function createSecrecy(config: ServerConfig, clock: Clock) {
  const { records } = config;
  const urls = outsideUrls(config);
  const secrets = records ? [records.username, records.password] : [];
  const redact = createRedact({ secrets, urls, dynamic: () => tokens?.known() ?? [] });
  const outbound = createOutbound({ timeoutMs: config.upstreamTimeoutMs, redact });
  const tokens =
    records && createTokenSource({ ...records, url: `${records.baseUrl}/token`, outbound, now: clock.now });
  return { redact, tokens };
}

/** Every configured address. */
const outsideUrls = (config: ServerConfig): readonly string[] =>
  [
    config.records?.baseUrl,
    config.studentWorkflowUrl,
    config.agentWorkflowUrl,
    config.fileWorkflowUrl,
    config.studentFlowUrl,
    config.agentFlowUrl,
    config.agentListUrl,
    config.courseDataUrl,
    config.studentManagementUrl,
    config.fileTestFlowUrl,
    config.databaseUrl,
  ].filter((url) => url !== undefined);

/** A member that is undefined is left out. */
function present<K extends string>(urls: Readonly<Record<K, string | undefined>>): Partial<Record<K, string>> {
  const given: Partial<Record<K, string>> = {};
  for (const key in urls) {
    const url = urls[key];
    if (url !== undefined) given[key] = url;
  }
  return given;
}

function withoutSource({ source: _source, ...lists }: Awaited<ReturnType<Lists['classifications']>>) {
  return lists satisfies NonNullable<FormContext['lists']>;
}

function endpointState(url: string | undefined): 'set' | 'unset' | 'invalid' {
  if (url === undefined) return 'unset';
  return URL.canParse(url) && /^https?:/i.test(url) ? 'set' : 'invalid';
}

/** Applications that were taken under another configuration wait for theirs to come back. */
const refuse = async () => {
  throw new CallFailure('busy', 'The records API is not configured');
};
const unconfiguredRecords: Records = {
  validate: refuse,
  submit: refuse,
  intakes: refuse,
  classification: refuse,
};

/** The words of contract §7 "Not configured". */
function notConfigured(config: ServerConfig, kind: SubmissionKind): string | undefined {
  if (kind === 'student') {
    if (config.records && config.studentWorkflowUrl) return undefined;
    return 'Application submission is not configured. Please contact support.';
  }
  if (kind === 'short') {
    return config.studentFlowUrl ? undefined : 'Student application Power Automate flow URL not configured';
  }
  if (config.agentFlowUrl || config.agentFlowMock) return undefined;
  return 'Agent application Power Automate flow URL not configured';
}

function publicConfig(config: ServerConfig): Config {
  return {
    demo: config.demo,
    devTools: config.devTools,
    flows: {
      student: config.records !== undefined && config.studentWorkflowUrl !== undefined,
      agent: config.agentFlowUrl !== undefined,
      shortForm: config.studentFlowUrl !== undefined,
      files: config.fileWorkflowUrl !== undefined,
    },
    limits: {
      totalDocumentBytes: TOTAL_DOCUMENT_BYTES,
      agentIntroductionBytes: AGENT_INTRODUCTION.maxBytes,
      genericFileBytes: GENERIC_FILE_BYTES,
      genericFileCount: GENERIC_FILE_COUNT,
      draftHours: UPLOAD_LIFE_MS / 3_600_000,
    },
  };
}

function configuredServices(config: ServerConfig): Readonly<Record<string, boolean>> {
  return {
    CRICOS_BASE_URL: config.records !== undefined,
    STUDENT_WORKFLOW_URL: config.studentWorkflowUrl !== undefined,
    AGENT_WORKFLOW_URL: config.agentWorkflowUrl !== undefined,
    FILE_WORKFLOW_URL: config.fileWorkflowUrl !== undefined,
    STUDENT_FLOW_URL: config.studentFlowUrl !== undefined,
    AGENT_FLOW_URL: config.agentFlowUrl !== undefined,
    AGENT_LIST_URL: config.agentListUrl !== undefined,
    COURSE_DATA_URL: config.courseDataUrl !== undefined,
    STUDENT_MANAGEMENT_URL: config.studentManagementUrl !== undefined,
    FILE_TEST_FLOW_URL: config.fileTestFlowUrl !== undefined,
  };
}
