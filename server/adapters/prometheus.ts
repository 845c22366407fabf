import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Backlog, Metrics } from '../ports/metrics.ts';

export interface Prometheus extends Metrics {
  /** The figures as Prometheus reads them; those of the ledger are asked for now, and unknown when it is silent. */
  text(backlog: () => Promise<Backlog>): Promise<string>;
  readonly contentType: string;
}

const ANSWER_SECONDS = [0.005, 0.02, 0.05, 0.1, 0.5, 1, 5, 30];
const CALL_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/** Figures in the memory of one process (docs/running.md says which to watch). */
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
  const doubt = new Gauge({
    name: 'clock_in_doubt',
    help: '1 while the time of day is not believed and nothing that has expired is removed',
    registers: [register],
  });
  const writeBacklog = createBacklogGauges(register);
  return {
    request: ({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds),
    stage: ({ seconds, ...labels }) => stages.observe(labels, seconds),
    call: ({ seconds, ...labels }) => calls.observe(labels, seconds),
    clockInDoubt: (isInDoubt) => doubt.set(isInDoubt ? 1 : 0),
    uploaded: (count) => bytes.inc(count),
    text: async (backlog) => {
      writeBacklog(await backlog().catch(() => undefined));
      return register.metrics();
    },
    contentType: register.contentType,
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
  return (backlog) => {
    unfinished.reset();
    age.set(Number.NaN);
    if (backlog === undefined) return;
    const { oldest, ...states } = backlog;
    for (const [state, count] of Object.entries(states)) unfinished.set({ state }, count);
    age.set(oldest === undefined ? 0 : Math.max(0, (Date.now() - Date.parse(oldest)) / 1000));
  };
}
