import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { STUDENT_STAGES, type StageName, type SubmissionKind } from '#domain/submission/stages.ts';
import type { Backlog } from '../ports/upkeep.ts';

/** What is asked of a node for each reading of its figures. */
export interface Standing {
  readonly backlog: Backlog;
  /** When the last backup was taken that was noted; ISO date-time. Undefined where none was. */
  readonly backupTakenAt?: string | undefined;
  /** Whether the node that started last on the same database has other settings. */
  readonly settingsDiffer: boolean;
}

/** Figures for those who watch the server. No label ever has a person's data, an id, an address or a secret. */
export interface Metrics {
  /** An answered request; `route` is the pattern, never the address. */
  request(facts: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly seconds: number;
  }): void;
  /** One try of a stage. */
  stage(facts: {
    readonly kind: SubmissionKind;
    readonly stage: StageName;
    readonly outcome: string;
    readonly seconds: number;
  }): void;
  /** A try of a stage that follows a call of it without an answer. */
  repeated(stage: StageName): void;
  /** One call of an outside service. */
  call(facts: {
    readonly service: string;
    readonly operation: string;
    readonly outcome: string;
    readonly seconds: number;
  }): void;
  /** Whether removal is stopped, so that nothing that has expired is removed. */
  removalStopped(isStopped: boolean): void;
  /** Bytes of documents that were stored. */
  uploaded(bytes: number): void;
}

export interface Prometheus extends Metrics {
  /**
   * The figures as Prometheus reads them; those of the ledger are asked for now, and unknown when it is silent.
   * @param notReady the parts that cannot be written now, as `/readyz` names them
   */
  text(standing: () => Promise<Standing>, notReady: readonly string[]): Promise<string>;
  readonly contentType: string;
}

const ANSWER_SECONDS = [0.005, 0.02, 0.05, 0.1, 0.5, 1, 5, 30];
const CALL_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/** Figures in the memory of one process (docs/operate/monitor.md says which to watch). */
export function createPrometheus(): Prometheus {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const histogram = (name: string, help: string, labelNames: readonly string[], buckets: number[]) =>
    new Histogram({ name, help, labelNames: [...labelNames], buckets, registers: [register] });
  const requests = histogram(
    'http_request_duration_seconds',
    'Time to answer, by method, route and status',
    ['method', 'route', 'status'],
    ANSWER_SECONDS,
  );
  const stages = histogram(
    'submission_stage_duration_seconds',
    'Time of one try of a stage, by kind of application, stage and outcome',
    ['kind', 'stage', 'outcome'],
    CALL_SECONDS,
  );
  const calls = histogram(
    'upstream_request_duration_seconds',
    'Time of one call of an outside service, by service, operation and outcome',
    ['service', 'operation', 'outcome'],
    CALL_SECONDS,
  );
  const bytes = new Counter({ name: 'upload_bytes_total', help: 'Bytes of documents stored', registers: [register] });
  const stopped = new Gauge({
    name: 'removal_stopped',
    help: '1 while nothing that has expired is removed, since that would be too much at once',
    registers: [register],
  });
  const seldom = createSeldomCounters(register);
  const writeStanding = createStandingGauges(register);
  return {
    request: ({ method, route, status, seconds }) => {
      requests.observe({ method, route, status }, seconds);
      if (status >= 500 && route !== '/readyz') seldom.faults.inc({ of: 'answer' });
    },
    stage: ({ seconds, ...labels }) => {
      stages.observe(labels, seconds);
      if (labels.outcome === 'fault') seldom.faults.inc({ of: 'stage' });
    },
    repeated: (stage) => seldom.repeated.inc({ stage }),
    call: ({ seconds, ...labels }) => calls.observe(labels, seconds),
    removalStopped: (isStopped) => stopped.set(isStopped ? 1 : 0),
    uploaded: (count) => bytes.inc(count),
    text: async (standing, notReady) => {
      writeStanding(await standing().catch(() => undefined), notReady);
      return register.metrics();
    },
    contentType: register.contentType,
  };
}

/**
 * What should never happen is counted from 0 on, apart from the durations: a series that begins with the first fault has
 * no increase, so that an alert would miss it.
 */
function createSeldomCounters(register: Registry) {
  const faults = new Counter({
    name: 'faults_total',
    help: 'Faults of ours: stages that ended in one, and answers with 5xx (but for /readyz)',
    labelNames: ['of'],
    registers: [register],
  });
  for (const part of ['stage', 'answer']) faults.inc({ of: part }, 0);
  const repeated = new Counter({
    name: 'calls_repeated_total',
    help: 'Tries of a stage that followed a call without an answer: the outside may have these twice',
    labelNames: ['stage'],
    registers: [register],
  });
  for (const stage of ['cricos-submission', 'power-automate', 'file-forwarding']) repeated.inc({ stage }, 0);
  return { faults, repeated };
}

function createStandingGauges(register: Registry) {
  const writeBacklog = createBacklogGauges(register);
  const ready = new Gauge({
    name: 'part_ready',
    help: '1 where the ledger or the uploads can be written, as /readyz has it, else 0',
    labelNames: ['part'],
    registers: [register],
  });
  const backup = new Gauge({
    name: 'backup_taken_timestamp_seconds',
    help: 'When the last backup that was noted was taken; 0 where none was, unknown while the ledger is silent',
    registers: [register],
  });
  const settings = new Gauge({
    name: 'settings_differ',
    help: '1 where the node that started last on this database has other settings than this one, else 0',
    registers: [register],
  });
  return (standing: Standing | undefined, notReady: readonly string[]) => {
    writeBacklog(standing?.backlog);
    settings.set(standing ? Number(standing.settingsDiffer) : Number.NaN);
    for (const part of ['ledger', 'uploads']) ready.set({ part }, notReady.includes(part) ? 0 : 1);
    const takenAt = standing?.backupTakenAt;
    backup.set(standing ? (takenAt === undefined ? 0 : Date.parse(takenAt) / 1000) : Number.NaN);
  };
}

/** The ledger's figures are the same on every node: whoever adds them up takes the maximum. */
function createBacklogGauges(register: Registry): (backlog: Backlog | undefined) => void {
  const unfinished = new Gauge({
    name: 'submissions_unfinished',
    help: 'Submissions that are not processed: processing (queue depth), waiting for a retry, stopped, held for the staff',
    labelNames: ['state'],
    registers: [register],
  });
  const age = new Gauge({
    name: 'submissions_oldest_unfinished_age_seconds',
    help: 'Age of the oldest submission that the server has to go on with; 0 when there is none',
    registers: [register],
  });
  const stopped = new Gauge({
    name: 'submissions_stopped',
    help: 'Submissions that are stopped, by the stage that they stopped at',
    labelNames: ['stage'],
    registers: [register],
  });
  const misconfigured = new Gauge({
    name: 'submissions_misconfigured',
    help: 'Submissions that do not go on until the college repairs its settings or its service',
    registers: [register],
  });
  const skipped = new Gauge({
    name: 'documents_skipped',
    help: 'Processed applications whose documents were skipped, and are still kept',
    registers: [register],
  });
  return (backlog) => {
    unfinished.reset();
    stopped.reset();
    for (const gauge of [age, misconfigured, skipped]) gauge.set(Number.NaN);
    if (backlog === undefined) return;
    const { oldest, processing, waiting, held } = backlog;
    const states = { processing, waiting, stopped: backlog.stopped, held };
    for (const [state, count] of Object.entries(states)) unfinished.set({ state }, count);
    for (const stage of STUDENT_STAGES) stopped.set({ stage }, backlog.stoppedAt[stage] ?? 0);
    misconfigured.set(backlog.misconfigured);
    skipped.set(backlog.documentsSkipped);
    age.set(oldest === undefined ? 0 : Math.max(0, (Date.now() - Date.parse(oldest)) / 1000));
  };
}
