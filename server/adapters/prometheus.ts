import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { STUDENT_STAGES, type StageName, type SubmissionKind } from '#domain/submission/stages.ts';
import type { Backlog } from '../ports/upkeep.ts';

export interface Standing {
  readonly backlog: Backlog;
  /** When the last noted backup was taken; ISO date-time. Undefined if there is none. */
  readonly backupTakenAt?: string | undefined;
  readonly settingsDiffer: boolean;
}

/** Metrics for operators. No label has personal data, an id, an address or a secret. */
export interface Metrics {
  /** An answered request; `route` is the pattern, never the address. */
  request(facts: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly seconds: number;
  }): void;
  stage(facts: {
    readonly kind: SubmissionKind;
    readonly stage: StageName;
    readonly outcome: string;
    readonly seconds: number;
  }): void;
  /** An attempt of a stage after an unanswered call of it. */
  repeated(stage: StageName): void;
  call(facts: {
    readonly service: string;
    readonly operation: string;
    readonly outcome: string;
    readonly seconds: number;
  }): void;
  /** Whether the removal of expired data is stopped. */
  removalStopped(isStopped: boolean): void;
  uploaded(bytes: number): void;
}

export interface Prometheus extends Metrics {
  /** Reads the figures of the ledger now; NaN if it cannot be read. `notReady`: the parts that `/readyz` names. */
  text(standing: () => Promise<Standing>, notReady: readonly string[]): Promise<string>;
  readonly contentType: string;
}

const ANSWER_SECONDS = [0.005, 0.02, 0.05, 0.1, 0.5, 1, 5, 30];
const CALL_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];
const PARTS = ['ledger', 'uploads'];

/** Figures in the memory of one process (docs/operate/monitor.md says which to watch). */
export function createPrometheus(): Prometheus {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const figures = figuresIn(register);
  return {
    request: ({ method, route, status, seconds }) => {
      figures.requests.observe({ method, route, status }, seconds);
      if (status >= 500 && route !== '/readyz') figures.faults.inc({ of: 'answer' });
    },
    stage: ({ seconds, ...labels }) => {
      figures.stages.observe(labels, seconds);
      if (labels.outcome === 'fault') figures.faults.inc({ of: 'stage' });
    },
    repeated: (stage) => figures.repeated.inc({ stage }),
    call: ({ seconds, ...labels }) => figures.calls.observe(labels, seconds),
    removalStopped: (isStopped) => figures.removalStopped.set(isStopped ? 1 : 0),
    uploaded: (count) => figures.bytes.inc(count),
    text: async (standing, notReady) => {
      for (const part of PARTS) figures.ready.set({ part }, notReady.includes(part) ? 0 : 1);
      writeStanding(figures, await standing().catch(() => undefined));
      return register.metrics();
    },
    contentType: register.contentType,
  };
}

type Figures = ReturnType<typeof figuresIn>;

function figuresIn(register: Registry) {
  const registers = [register];
  const histogram = (name: string, help: string, labelNames: string[], buckets: number[]) =>
    new Histogram({ name, help, labelNames, buckets, registers });
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers });
  /** Starts at 0: a series that begins with the first fault has no increase, and an alert would miss it. */
  const counter = (name: string, help: string, label?: string, values: readonly string[] = []) => {
    const made = new Counter({ name, help, labelNames: label === undefined ? [] : [label], registers });
    for (const value of values) made.inc({ [String(label)]: value }, 0);
    return made;
  };
  const stages = histogram(
    'submission_stage_duration_seconds',
    'Time of one try of a stage, by kind of application, stage and outcome',
    ['kind', 'stage', 'outcome'],
    CALL_SECONDS,
  );
  stages.zero({ kind: 'student', stage: 'cricos-validation', outcome: 'completed' });
  return {
    requests: histogram(
      'http_request_duration_seconds',
      'Time to answer, by method, route and status',
      ['method', 'route', 'status'],
      ANSWER_SECONDS,
    ),
    stages,
    calls: histogram(
      'upstream_request_duration_seconds',
      'Time of one call of an outside service, by service, operation and outcome',
      ['service', 'operation', 'outcome'],
      CALL_SECONDS,
    ),
    bytes: counter('upload_bytes_total', 'Bytes of documents stored'),
    faults: counter(
      'faults_total',
      'Our faults: stages that ended in one, and answers with 5xx (but for /readyz)',
      'of',
      ['stage', 'answer'],
    ),
    repeated: counter(
      'calls_repeated_total',
      'Tries of a stage that followed a call without an answer: the outside may have these twice',
      'stage',
      ['cricos-submission', 'power-automate', 'file-forwarding'],
    ),
    removalStopped: gauge(
      'removal_stopped',
      '1 while nothing that has expired is removed, since that would be too much at once',
    ),
    ready: gauge('part_ready', '1 where the ledger or the uploads can be written, as /readyz has it, else 0', 'part'),
    backup: gauge(
      'backup_taken_timestamp_seconds',
      'When the last backup that was noted was taken; 0 where none was, unknown while the ledger is silent',
    ),
    settings: gauge(
      'settings_differ',
      '1 where the node that started last on this database has other settings than this one, else 0',
    ),
    unfinished: gauge(
      'submissions_unfinished',
      'Submissions that are not processed: processing (queue depth), waiting for a retry, stopped, held for the staff',
      'state',
    ),
    age: gauge(
      'submissions_oldest_unfinished_age_seconds',
      'Age of the oldest submission that the server has to go on with; 0 when there is none',
    ),
    stopped: gauge('submissions_stopped', 'Submissions that are stopped, by the stage that they stopped at', 'stage'),
    misconfigured: gauge(
      'submissions_misconfigured',
      'Submissions that do not go on until the college repairs its settings or its service',
    ),
    skipped: gauge('documents_skipped', 'Processed applications whose documents were skipped, and are still kept'),
  };
}

/** The ledger's figures are the same on every node: aggregate them with `max`. Unknown while it is silent. */
function writeStanding(figures: Figures, standing: Standing | undefined): void {
  const { unfinished, stopped, age, misconfigured, skipped, settings, backup } = figures;
  unfinished.reset();
  stopped.reset();
  for (const gauge of [age, misconfigured, skipped, settings, backup]) gauge.set(Number.NaN);
  if (standing === undefined) return;
  const { backlog, backupTakenAt, settingsDiffer } = standing;
  settings.set(Number(settingsDiffer));
  backup.set(backupTakenAt === undefined ? 0 : Date.parse(backupTakenAt) / 1000);
  for (const state of ['processing', 'waiting', 'stopped', 'held'] as const) unfinished.set({ state }, backlog[state]);
  for (const stage of STUDENT_STAGES) stopped.set({ stage }, backlog.stoppedAt[stage] ?? 0);
  misconfigured.set(backlog.misconfigured);
  skipped.set(backlog.documentsSkipped);
  age.set(backlog.oldest === undefined ? 0 : Math.max(0, (Date.now() - Date.parse(backlog.oldest)) / 1000));
}
