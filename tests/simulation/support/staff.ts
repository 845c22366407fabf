import type { SubmissionRecord } from '#server/ports/ledger.ts';
import { allowRemoval, stoppedRemoval } from '#server/submission/removal-brake.ts';
import { idempotencyKey } from '#server/submission/stage.ts';
import { purge, settle } from '#server/submission/upkeep.ts';
import type { Observer } from './observer.ts';
import type { SimDisk } from './sim-disk.ts';
import type { SimLedgers } from './sim-ledgers.ts';
import { SimProcess } from './sim-process.ts';
import type { World } from './world.ts';

/** Open calls arrive within this time; only then can anyone find out what they did. */
const ARRIVED_MS = 30 * 60_000;

/** The college's staff, with the commands next to the servers. */
export class Staff {
  readonly #options: {
    readonly world: World;
    readonly observer: Observer;
    readonly ledgers: SimLedgers;
    readonly disk: SimDisk;
  };
  /** The submissions that they purged, and so gave up. */
  readonly purged = new Set<string>();
  #commands = 0;

  constructor(options: { world: World; observer: Observer; ledgers: SimLedgers; disk: SimDisk }) {
    this.#options = options;
  }

  /** What they do at one look, while faults still occur. */
  async look(): Promise<void> {
    const { world, observer } = this.#options;
    const random = world.chance('staff');
    for (const record of observer.records()) {
      if (world.strikes('staff retry') && record.status === 'error') await this.#retry(record);
      const isOver = record.status !== 'processing' && record.retryAt === undefined;
      if (isOver && random.next() < 0.3 && world.strikes('staff purge')) await this.#purge(record.id);
    }
  }

  /** Retries everything that waits for them. */
  async settle(): Promise<void> {
    for (const record of this.#options.observer.records()) {
      if (record.stages.some(({ held }) => held)) await this.#retry(record);
    }
  }

  /** Approves a removal that was stopped, once every clock is right. */
  async allowRemoval(): Promise<void> {
    const { process, notes } = await this.#open('looks for a removal that is stopped');
    const stopped = await stoppedRemoval(notes);
    if (stopped) await allowRemoval(notes, stopped);
    process.kill('is done');
  }

  async #retry(record: SubmissionRecord): Promise<void> {
    const { id } = record;
    const held = record.stages.find((stage) => stage.held)?.name;
    const isAccepted = held === undefined ? false : await this.#isOutside(record, held);
    if (isAccepted === undefined) return;
    const { process, ledger, upkeep } = await this.#open(
      `has ${id.slice(0, 4)} ${isAccepted ? 'settled' : 'tried again'}`,
    );
    const clock = process.clock(() => 0);
    const commanded =
      isAccepted && held
        ? settle({ ledger, upkeep, clock }, { id, stage: held })
        : upkeep.requestRetry({ id, resend: held !== undefined });
    await commanded.catch(() => undefined);
    process.kill('is done');
  }

  /** Asks the service whether it has the unanswered call; undefined if that is still unknown. */
  async #isOutside(record: SubmissionRecord, stage: string): Promise<boolean | undefined> {
    const { observer } = this.#options;
    if (observer.ageOf(record.id) < ARRIVED_MS) return undefined;
    const { process, ledger } = await this.#open('looks for a progress');
    const outputs = await ledger.outputs(record.id, record.revision).catch(() => undefined);
    process.kill('is done');
    if (outputs === undefined) return undefined;
    const progress = outputs['file-forwarding'] as { readonly calls: number } | undefined;
    const calls = progress?.calls ?? 0;
    const key = calls === 0 ? idempotencyKey(record) : `${idempotencyKey(record)}-f${calls + 1}`;
    return observer.effects.some((effect) => effect.key === key && observer.stageOf(effect.service) === stage);
  }

  async #purge(id: string): Promise<void> {
    const { world, observer, disk } = this.#options;
    const { process, ...ledgers } = await this.#open(`purges ${id.slice(0, 4)}`);
    const files = disk.storeOf(process, (upload) => observer.removed(upload));
    const clock = process.clock(() => 0);
    this.purged.add(id);
    const outcome = await purge({ ...ledgers, files, clock }, id).catch(() => 'failed');
    world.tell('staff', `purge of ${id.slice(0, 4)}: ${outcome}`);
    process.kill('is done');
  }

  async #open(what: string) {
    const { world, ledgers } = this.#options;
    this.#commands += 1;
    const process = new SimProcess(`staff.${this.#commands}`, world);
    world.tell('staff', what);
    const clock = process.clock(() => 0);
    return { process, ...(await ledgers.of(process, clock, () => undefined)) };
  }
}
