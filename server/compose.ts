import type { FormContext } from '#domain/form/form.ts';
import { makeOfferIdSource } from '#domain/student/offer-id.ts';
import { createHttpDevCalls } from './adapters/dev-calls-http.ts';
import type { Prometheus } from './adapters/prometheus.ts';
import { steadyLimiter } from './adapters/steady-limiter.ts';
import { type Chore, every } from './chores.ts';
import { confidential, configuredServices } from './config.ts';
import type { AppDeps, DevTools } from './http/deps.ts';
import { endpointState, OFFERED, publicConfig } from './offered.ts';
import { connectOutside, type OutsideOptions, type OutsideServices, type Wrap } from './outside.ts';
import type { Scenarios } from './ports/dev-calls.ts';
import type { Lists } from './ports/lists.ts';
import { openStorage, type Storage } from './storage.ts';
import { createAdmission } from './submission/admission.ts';
import { createApplications } from './submission/applications.ts';
import { outgoingDocuments } from './submission/outgoing-documents.ts';
import { createRunner } from './submission/run.ts';
import { createStageTable } from './submission/stage-table.ts';
import { carryOutRetryRequests } from './submission/upkeep.ts';
import { createSweeps } from './sweeps.ts';
import { untilReachable } from './until-reachable.ts';

export interface ComposeOptions extends OutsideOptions {
  readonly dist: string;
  readonly metrics: Prometheus;
  /** Aborts when the server begins to end. */
  readonly draining: AbortSignal;
  /** Called again and again while the database cannot be reached. */
  readonly onWait?: () => Promise<unknown>;
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

/** What the staff ask for on the command line is taken up within this. */
const RETRIES_EVERY_MS = 2_000;
const DRAIN_MS = 5_000;

/** Joins the adapters that the configuration names with the submission and the HTTP side. */
export async function compose(options: ComposeOptions): Promise<Composed> {
  const { config, clock, log, metrics, wrap = unwrapped } = options;
  const storage = wrapped(await untilReachable(() => openStorage(config, log), log, options.onWait), wrap);
  const { services, lists } = connectOutside(options, wrap);
  const work = createWork(options, storage, services, lists);
  return {
    deps: {
      applications: work.applications,
      ledger: storage.ledger,
      uploads: storage.uploads,
      files: storage.files,
      admission: createAdmission({
        ...storage,
        limits: { perClient: config.uploadsPerClient, inAll: config.uploadsTotal },
      }),
      tusStore: countBytes(storage.tus, metrics),
      lists,
      clock,
      log,
      publicConfig: publicConfig(config),
      ...(config.devTools ? { devTools: devTools(options) } : {}),
      ...(storage.locks ? { uploadLocks: storage.locks } : {}),
      rateLimiter: steadyLimiter(storage.countRequests, clock),
      metrics,
      figures: {
        contentType: metrics.contentType,
        text: () => metrics.text(() => storage.upkeep.backlog()),
      },
      draining: options.draining,
      trustProxy: config.trustProxy,
      dist: options.dist,
    },
    start: work.start,
    stop: async () => {
      await work.stop();
      await storage.close();
    },
  };
}

const unwrapped: Wrap = (_name, port) => port;

/** What tests may stand in front of. */
function wrapped(storage: Storage, wrap: Wrap): Storage {
  const { ledger, uploads, files, queue, tus } = storage;
  return {
    ...storage,
    ledger: wrap('ledger', ledger),
    uploads: wrap('uploads', uploads),
    files: wrap('files', files),
    queue: wrap('queue', queue),
    tus: wrap('tus', tus),
  };
}

/** What takes applications, what brings them through their stages, and the queue between. */
function createWork(
  { config, clock, log, metrics }: ComposeOptions,
  storage: Storage,
  services: OutsideServices,
  lists: Lists,
) {
  const { ledger, uploads, files, queue, upkeep } = storage;
  const { timeZone, unknownOutcome } = config;
  const liveLists = () => lists.classifications().then(withoutSource);
  const fileWorkflow = { endpoint: endpointState(config.fileWorkflowUrl), maxBytes: config.fileWorkflowMaxBytes };
  const outgoing = outgoingDocuments(files, uploads);
  const table = createStageTable({ ...services, files: outgoing, timeZone, lists: liveLists, fileWorkflow });
  let isStopping = false;
  const scheduleRun = (id: string, at: Date) => queue.add(id, at);
  const run = createRunner({
    ledger,
    clock,
    log,
    metrics,
    table,
    unknownOutcome,
    scheduleRun,
    isStopping: () => isStopping,
  });
  const applications = createApplications({
    ledger,
    uploads,
    files,
    queue,
    clock,
    lists: liveLists,
    offerIds: makeOfferIdSource(timeZone),
    notConfigured: (kind) => OFFERED[kind].notConfigured(config),
    destination: (kind) => OFFERED[kind].destination(config),
  });
  const sweeps = createSweeps({ storage, retentionDays: config.retentionDays, clock, log, metrics });
  let retries: Chore | undefined;
  return {
    applications,
    start: async () => {
      queue.start(run);
      await untilReachable(async () => {
        for (const { id, retryAt } of await ledger.unfinished()) {
          await queue.add(id, retryAt ? new Date(retryAt) : undefined);
        }
      }, log);
      retries = every(RETRIES_EVERY_MS, () => carryOutRetryRequests({ ledger, upkeep, clock }), log);
      sweeps.start();
    },
    stop: async () => {
      isStopping = true;
      await Promise.all([sweeps.stop(), retries?.stop()]);
      await queue.drain(DRAIN_MS);
    },
  };
}

/** Tells the figures of every byte that is stored. */
function countBytes(store: Storage['tus'], metrics: Prometheus): Storage['tus'] {
  const append = store.append.bind(store);
  store.append = async (bytes, place) => {
    const appended = await append(bytes, place);
    metrics.uploaded(appended.offset - place.offset);
    return appended;
  };
  return store;
}

/** The developers' calls, beside the ones that applications make. */
function devTools({ config, scenarios }: ComposeOptions): DevTools {
  const { records, fileTestFlowUrl } = config;
  const { secrets, urls } = confidential(config);
  const calls = createHttpDevCalls({
    ...(records ? { records } : {}),
    ...(fileTestFlowUrl === undefined ? {} : { fileTestUrl: fileTestFlowUrl }),
    secrets: [...secrets, ...urls],
    timeoutMs: config.upstreamTimeoutMs,
  });
  return { calls, configured: configuredServices(config), scenarios };
}

function withoutSource({ source: _source, ...lists }: Awaited<ReturnType<Lists['classifications']>>) {
  return lists satisfies NonNullable<FormContext['lists']>;
}
