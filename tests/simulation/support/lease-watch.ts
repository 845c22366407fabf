import type { SubmissionRecord } from '#server/ports/ledger.ts';
import type { Leases } from './shared-jobs.ts';
import type { World } from './world.ts';

/** A request that a node had already sent arrives within this time. */
const ON_ITS_WAY_MS = 5;

interface Loss {
  readonly at: number;
  /** A call that was being prepared at that time may still be sent. */
  calls: number;
}

/**
 * Checks that among several nodes only the owner of a job works on the submission. A frozen node learns, when it
 * continues, that its job was given to another. From then on it begins no stage and makes no call, except for the one
 * it was making.
 */
export class LeaseWatch {
  readonly #world: World;
  /** The tokens of the owned jobs, by process and submission. */
  readonly #held = new Map<string, Set<number>>();
  readonly #lost = new Map<string, Loss>();
  /** The processes that share jobs. */
  readonly #sharing = new Set<string>();

  constructor(world: World) {
    this.#world = world;
  }

  of(process: string): Omit<Leases, 'lost'> {
    this.#sharing.add(process);
    return {
      given: (id, token) => {
        const key = `${process} ${id}`;
        this.#held.set(key, (this.#held.get(key) ?? new Set()).add(token));
        this.#lost.delete(key);
      },
      over: (id, token) => {
        const key = `${process} ${id}`;
        const held = this.#held.get(key);
        if (held?.delete(token) && held.size === 0) this.#lost.set(key, { at: this.#world.time.now, calls: 0 });
      },
    };
  }

  calls(id: string, process: string): void {
    if (!this.#isStranger(id, process)) return;
    const loss = this.#lost.get(`${process} ${id}`);
    if (loss) loss.calls += 1;
    if (loss?.calls !== 1) this.#world.violate(`${process} makes calls for ${id}, the job of which it does not have`);
  }

  written(before: SubmissionRecord | undefined, after: SubmissionRecord, process: string): void {
    if (!this.#isStranger(after.id, process)) return;
    const loss = this.#lost.get(`${process} ${after.id}`);
    if (loss && this.#world.time.now - loss.at <= ON_ITS_WAY_MS) return;
    const begun = after.stages.find(
      ({ name, state }) =>
        state === 'in-progress' && before?.stages.find((stage) => stage.name === name)?.state !== 'in-progress',
    );
    if (begun) this.#world.violate(`${process} begins ${begun.name} of ${after.id}, the job of which it does not have`);
  }

  #isStranger(id: string, process: string): boolean {
    return this.#sharing.has(process) && !this.#held.get(`${process} ${id}`)?.size;
  }
}
