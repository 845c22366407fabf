import type { FormContext } from '#domain/form/form.ts';
import { makeOfferIdSource } from '#domain/student/offer-id.ts';
import type { RecordsFacts } from '#domain/student/records-dialect.ts';
import type { Metrics } from './adapters/prometheus.ts';
import type { StaffWebhook } from './adapters/staff-webhook.ts';
import { AVAILABILITY, endpointState } from './availability.ts';
import { type Chore, every } from './chores.ts';
import { feesOf, type ServerConfig } from './config.ts';
import { clientKeyOf } from './fingerprint.ts';
import type { OutsideServices } from './outside.ts';
import type { Clock } from './ports/clock.ts';
import type { Lists } from './ports/lists.ts';
import type { Log } from './ports/log.ts';
import type { Queue } from './ports/queue.ts';
import { type Applications, createApplications } from './submission/applications.ts';
import { createEffects } from './submission/effects.ts';
import { createExamination, type Examine } from './submission/examine.ts';
import { outgoingDocuments } from './submission/outgoing-documents.ts';
import { createRunner } from './submission/run.ts';
import { createHashClient } from './submission/senders.ts';
import { createStageTable } from './submission/stage-table.ts';
import { carryOutRetryRequests } from './submission/upkeep.ts';
import { createSweeps, type SweptStorage, type SweptTransfers } from './sweeps.ts';
import { untilReachable } from './until-reachable.ts';

export interface WorkOptions {
  readonly config: ServerConfig;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly storage: SweptStorage & { readonly queue: Queue };
  readonly services: OutsideServices;
  readonly lists: Lists;
  readonly webhook?: StaffWebhook | undefined;
  readonly transfers?: SweptTransfers;
  /** Aborts when the server begins to end; ends the start, too. */
  readonly draining: AbortSignal;
  /** How often the server checks for the staff's commands. */
  readonly lookEveryMs?: number;
  /** How many items sweeps may always remove. Default: the brake's number. */
  readonly mostRemoved?: number;
}

/** The processing of applications, independent of ledger and network. */
export interface ServerWork {
  readonly applications: Applications;
  readonly examine: Examine;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 2_000;
const DRAIN_MS = 5_000;

/** Connects the admission of applications, the queue, the stage runner and the sweeps. */
export function createWork(options: WorkOptions): ServerWork {
  const {
    config,
    clock,
    log,
    metrics,
    storage,
    services,
    lists,
    transfers,
    lookEveryMs = LOOK_EVERY_MS,
    mostRemoved,
  } = options;
  const { ledger, uploads, files, queue, upkeep } = storage;
  const { timeZone } = config;
  const unknownOutcome = { records: config.recordsUnknownOutcome, workflow: config.unknownOutcome };
  const recordsFacts = async (): Promise<RecordsFacts> => {
    const [{ visaTypes, source }, intakeDates] = await Promise.all([lists.classifications(), lists.intakeDates()]);
    const listed = source.visaTypes === 'live' ? visaTypes.map(({ value }) => value) : [];
    return { dialect: config.recordsDialect, fees: feesOf(config), visaTypes: listed, intakeDates };
  };
  const liveLists = () => lists.classifications().then(withoutSource);
  const fileWorkflow = { endpoint: endpointState(config.fileWorkflowUrl), maxBytes: config.fileWorkflowMaxBytes };
  const outgoing = outgoingDocuments(files, uploads);
  const table = createStageTable({
    ...services,
    files: outgoing,
    timeZone,
    lists: liveLists,
    recordsFacts,
    fileWorkflow,
    unknownOutcome,
  });
  let isStopping = false;
  const scheduleRun = (id: string, at: Date) => queue.add(id, at);
  const run = createRunner({
    ledger,
    clock,
    log,
    metrics,
    table,
    scheduleRun,
    isStopping: () => isStopping,
    happened: createEffects({ webhook: options.webhook, clock, log }),
  });
  const examine = createExamination({ files, uploads, clock });
  const applications = createApplications({
    ledger,
    files,
    examine,
    queue,
    clock,
    lists: liveLists,
    perClientDay: config.applicationsPerClientDay,
    hashClient: createHashClient(clientKeyOf(config)),
    offerIds: makeOfferIdSource(timeZone),
    notConfigured: (kind) => AVAILABILITY[kind].notConfigured(config),
    destination: (kind) => AVAILABILITY[kind].destination(config),
  });
  const sweeps = createSweeps({
    storage,
    transfers,
    retentionDays: config.retentionDays,
    isDemo: config.demo,
    clock,
    log,
    metrics,
    lookEveryMs,
    mostItems: mostRemoved,
  });
  let retries: Chore | undefined;
  return {
    applications,
    examine,
    start: async () => {
      queue.start(run);
      await untilReachable(
        async () => {
          const unfinished = queue.forgotten ? await queue.forgotten() : await ledger.unfinished();
          for (const { id, retryAt } of unfinished) {
            await queue.add(id, retryAt ? new Date(retryAt) : undefined);
          }
          // The restart may have corrected the address, so do not wait for the hourly retry.
          for (const id of await upkeep.misconfigured()) await upkeep.requestRetry({ id, resend: false });
        },
        { clock, log, signal: options.draining },
      );
      retries = every(lookEveryMs, () => carryOutRetryRequests({ ledger, upkeep, clock }), { clock, log });
      void sweeps.start();
    },
    stop: async () => {
      isStopping = true;
      await Promise.all([sweeps.stop(), retries?.stop()]);
      await queue.drain(DRAIN_MS);
    },
  };
}

function withoutSource({ source: _source, ...lists }: Awaited<ReturnType<Lists['classifications']>>) {
  return lists satisfies NonNullable<FormContext['lists']>;
}
