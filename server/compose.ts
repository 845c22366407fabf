import { RateLimiterMemory } from 'rate-limiter-flexible';
import { createHttpDevCalls, type Scenarios } from './adapters/dev-calls-http.ts';
import type { Prometheus, Standing } from './adapters/prometheus.ts';
import { publicConfig } from './availability.ts';
import { confidential, configuredServices, proxyOf } from './config.ts';
import { clientKeyOf } from './fingerprint.ts';
import type { AppDeps, DevTools } from './http/deps.ts';
import { connectOutside, type OutsideOptions, type Wrap } from './outside.ts';
import { openStorage, type Storage } from './storage.ts';
import { createAdmission } from './submission/admission.ts';
import { createHashClient } from './submission/senders.ts';
import { Transfers } from './transfers/transfers.ts';
import { untilReachable } from './until-reachable.ts';
import { createWork } from './work.ts';

export interface ComposeOptions extends OutsideOptions {
  readonly dist: string;
  readonly metrics: Prometheus;
  readonly draining: AbortSignal;
  /** Retried while the database cannot be reached. */
  readonly onWait?: () => Promise<unknown>;
  readonly scenarios?: Scenarios;
  readonly wrap?: Wrap;
}

export interface Composed {
  readonly deps: AppDeps;
  start(): Promise<void>;
  /** Ends between two stages, gives up the data directory. */
  stop(): Promise<void>;
}

/** Joins the adapters that the configuration names with the submission and the HTTP side. */
export async function compose(options: ComposeOptions): Promise<Composed> {
  const { config, clock, log, metrics, wrap = unwrapped, onWait } = options;
  const opened = await untilReachable(() => openStorage(config, options), {
    ...options,
    onWait,
    signal: options.draining,
  });
  const storage = wrapped(opened, wrap);
  const { services, lists, webhook } = connectOutside(options, wrap);
  const transfers = new Transfers({ ...storage, clock });
  const work = createWork({ ...options, storage, services, lists, webhook, transfers });
  return {
    deps: {
      applications: work.applications,
      examine: work.examine,
      ledger: storage.ledger,
      uploads: storage.uploads,
      files: storage.files,
      admission: createAdmission({
        ...storage,
        limits: { perClient: config.uploadsPerClient, inAll: config.uploadsTotal },
        hashClient: createHashClient(clientKeyOf(config)),
        clock,
        log,
      }),
      transfers,
      lists,
      clock,
      log,
      publicConfig: publicConfig(config),
      college: config.college,
      ...(config.devTools ? { devTools: devTools(options) } : {}),
      rateLimiter: new RateLimiterMemory({ points: config.rateLimitPerMinute, duration: 60 }),
      metrics,
      figures: {
        contentType: metrics.contentType,
        text: (notReady) => metrics.text(() => standingOf(storage), notReady),
      },
      draining: options.draining,
      trustProxy: config.trustProxy,
      dist: options.dist,
    },
    start: () => work.start(),
    stop: async () => {
      await work.stop();
      await storage.close();
    },
  };
}

async function standingOf({ upkeep, notes, settingsDiffer }: Storage): Promise<Standing> {
  const [backlog, backupTakenAt, differ] = await Promise.all([
    upkeep.backlog(),
    notes.read('backup-taken-at'),
    settingsDiffer(),
  ]);
  return { backlog, backupTakenAt, settingsDiffer: differ };
}

const unwrapped: Wrap = (_name, port) => port;

function wrapped(storage: Storage, wrap: Wrap): Storage {
  const { ledger, uploads, files, queue } = storage;
  return {
    ...storage,
    ledger: wrap('ledger', ledger),
    uploads: wrap('uploads', uploads),
    files: wrap('files', files),
    queue: wrap('queue', queue),
  };
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
    proxy: proxyOf(config),
  });
  return { calls, configured: configuredServices(config), scenarios };
}
