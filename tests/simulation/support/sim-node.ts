import type { Metrics } from '#server/adapters/prometheus.ts';
import { createInProcessQueue } from '#server/adapters/queue-in-process.ts';
import type { OpenLedgers } from '#server/adapters/sql/ledgers.ts';
import { readConfig, type ServerConfig } from '#server/config.ts';
import { createLog } from '#server/logger.ts';
import { connectOutside, createMasking, type Wrap } from '#server/outside.ts';
import type { Clock } from '#server/ports/clock.ts';
import type { Log } from '#server/ports/log.ts';
import { type Admission, createAdmission } from '#server/submission/admission.ts';
import { createWork, type ServerWork } from '#server/work.ts';
import type { Mix } from './mix.ts';
import type { Observer } from './observer.ts';
import { openSharedQueue, type SharedJobs } from './shared-jobs.ts';
import type { SimDisk } from './sim-disk.ts';
import type { SimLedgers } from './sim-ledgers.ts';
import type { SimNetwork } from './sim-network.ts';
import { SimProcess } from './sim-process.ts';
import type { World } from './world.ts';

/** What a server uses besides its own memory. */
export interface Surroundings {
  readonly world: World;
  readonly observer: Observer;
  readonly network: SimNetwork;
  readonly disk: SimDisk;
  /** Set if several nodes share a database. */
  readonly jobs: SharedJobs | undefined;
  /** Wraps the ports of the parts to break one of them. */
  readonly wrap: Wrap;
  readonly ledgers: SimLedgers;
}

/** A running server. */
export interface Running {
  readonly process: SimProcess;
  readonly work: ServerWork;
  readonly ledgers: OpenLedgers;
  readonly files: ReturnType<SimDisk['storeOf']>;
  readonly admission: Admission;
  readonly clock: Clock;
  readonly log: Log;
}

const ignore = () => undefined;
const NO_METRICS: Metrics = {
  request: ignore,
  stage: ignore,
  repeated: ignore,
  call: ignore,
  removalStopped: ignore,
  uploaded: ignore,
};

/**
 * How often the server looks for requests of the staff. Each look costs the simulation as much as a step of a
 * submission.
 */
const LOOK_EVERY_MS = 30 * 60_000;

/** A machine that runs the server and restarts it. */
export class SimNode {
  readonly name: string;
  readonly #around: Surroundings;
  #starts = 0;
  #running: Running | undefined;
  /** The current setting for the largest JSON in bytes that the file workflow accepts. */
  #fileLimit: number | undefined;
  /** How many milliseconds a person has changed its clock by. */
  setBy = 0;

  constructor(name: string, around: Surroundings) {
    this.name = name;
    this.#around = around;
    this.#fileLimit = around.world.mix.fileWorkflowMaxBytes;
  }

  get running(): Running | undefined {
    return this.#running?.process.isAlive ? this.#running : undefined;
  }

  /** Starts the server if it is not running. `missing` are the settings that were forgotten this time. */
  async start(missing: readonly string[] = []): Promise<void> {
    if (this.running) return;
    const { world } = this.#around;
    this.#starts += 1;
    const process = new SimProcess(`${this.name}.${this.#starts}`, world, () => this.#comeBack());
    world.tell(process.name, missing.length > 0 ? `starts without ${missing.join(', ')}` : 'starts');
    if (world.strikes('file limit changed')) this.#setFileLimit(process);
    const running = await this.#compose(process, configOf(world.mix, this.#fileLimit, missing));
    if (!process.isAlive) return;
    this.#running = running;
    await running.work.start();
  }

  /** Ends the server between two stages, like SIGTERM. */
  async end(): Promise<void> {
    const { running } = this;
    if (running === undefined) return;
    this.#around.world.tell(running.process.name, 'is asked to end');
    this.#around.world.time.after(10_000, () => running.process.kill('had ten seconds to end'));
    await running.work.stop();
    running.process.kill('ends');
  }

  #setFileLimit({ name }: SimProcess): void {
    const { world } = this.#around;
    const random = world.chance('file limits');
    this.#fileLimit = random.next() < 0.2 ? undefined : random.int(2600, 9000);
    world.tell(name, `is set to forward ${this.#fileLimit ?? 'any number of'} bytes at most in a call`);
  }

  /** An operator or a supervisor restarts it. */
  #comeBack(): void {
    const { world } = this.#around;
    const random = world.chance(`${this.name} comes back`);
    const forgotten = ['FILE_WORKFLOW_URL', 'STUDENT_FLOW_URL', 'AGENT_FLOW_URL'];
    world.time.after(random.int(500, world.isCalm ? 2000 : 120_000), () => {
      void this.start(world.strikes('settings missing') ? [random.pick(forgotten)] : []);
    });
  }

  async #compose(process: SimProcess, config: ServerConfig): Promise<Running> {
    const { observer, network, disk, jobs, wrap, ledgers } = this.#around;
    const clock = process.clock(() => this.setBy);
    const masking = createMasking(config);
    const log = wrap('log', createLog('info', masking.redact, { write: (line: string) => observer.logged(line) }));
    const ask = <T>(what: string, work: () => T) => ledgers.ask(process, what, async () => work(), true);
    const deliver = (work: () => void) => process.deliver(work);
    const queue = wrap(
      'queue',
      jobs
        ? openSharedQueue({ jobs, clock, log, ask, deliver, leases: observer.leasesOf(process.name) })
        : createInProcessQueue({ width: 1024, log, clock }),
    );
    const opened = await ledgers.of(process, clock, (id, at) => void queue.add(id, at));
    const own: OpenLedgers = {
      ledger: wrap('ledger', opened.ledger),
      uploads: wrap('uploads', opened.uploads),
      upkeep: wrap('upkeep', opened.upkeep),
      notes: wrap('notes', opened.notes),
    };
    const files = wrap(
      'files',
      disk.storeOf(process, (id) => observer.removed(id)),
    );
    const exchange = network.exchangeOf(process, config.upstreamTimeoutMs);
    const options = { config, clock, log, masking, metrics: NO_METRICS, network: exchange };
    const { services, lists } = connectOutside(options, wrap);
    const storage = { ...own, files, queue };
    const times = { lookEveryMs: LOOK_EVERY_MS, mostRemoved: 0 };
    const draining = new AbortController().signal;
    const work = createWork({ config, clock, log, metrics: NO_METRICS, storage, services, lists, draining, ...times });
    const limits = { perClient: config.uploadsPerClient, inAll: config.uploadsTotal };
    const admission = createAdmission({ ...own, files, limits, hashClient: (address) => address, clock, log });
    return { process, work, ledgers: own, files, admission, clock, log };
  }
}

const SETTINGS = {
  CRICOS_BASE_URL: 'https://records.sim/records',
  CRICOS_USERNAME: 's3cret-account',
  CRICOS_PASSWORD: 's3cret-password',
  STUDENT_WORKFLOW_URL: 'https://flows.sim/student-workflow?sig=s3cret-key',
  AGENT_WORKFLOW_URL: 'https://flows.sim/agent-workflow?sig=s3cret-key',
  FILE_WORKFLOW_URL: 'https://flows.sim/file-workflow?sig=s3cret-key',
  STUDENT_FLOW_URL: 'https://flows.sim/student-flow?sig=s3cret-key',
  AGENT_FLOW_URL: 'https://flows.sim/agent-flow?sig=s3cret-key',
};

/** The configuration of a server in that world, without the forgotten settings. */
function configOf(mix: Mix, fileLimit: number | undefined, missing: readonly string[]): ServerConfig {
  const entries = Object.entries(SETTINGS).filter(([variable]) => !missing.includes(variable));
  const limits = fileLimit === undefined ? {} : { FILE_WORKFLOW_MAX_BYTES: String(fileLimit) };
  const env = {
    ...Object.fromEntries(entries),
    ...limits,
    UNKNOWN_OUTCOME: mix.unknownOutcome,
    RECORDS_UNKNOWN_OUTCOME: mix.recordsUnknownOutcome,
  };
  return readConfig(env, { demo: false });
}
