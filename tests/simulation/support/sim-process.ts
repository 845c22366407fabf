import type { Clock } from '#server/ports/clock.ts';
import type { World } from './world.ts';

/** One request of a process, and its faults. */
export interface Asked {
  /** The name in the trace: 'ledger.save', for instance. */
  readonly what: string;
  /** Milliseconds until the work is done, and until the answer arrives. */
  readonly takes?: readonly [there: number, back: number];
  /** Fails with this error; nothing is done. */
  readonly refusedWith?: (() => Error | undefined) | undefined;
  /** Fails with this error although the work is done. */
  readonly unansweredWith?: (() => Error | undefined) | undefined;
}

/**
 * A process that may die whenever it waits. Its open requests are then done or not, and no answer arrives. Nothing else
 * is ever done.
 */
export class SimProcess {
  readonly name: string;
  readonly #world: World;
  readonly #end: () => void;
  #diedAt: number | undefined;
  #frozenUntil = 0;

  /** @param end is called once, when the process has died */
  constructor(name: string, world: World, end: () => void = () => undefined) {
    this.name = name;
    this.#world = world;
    this.#end = end;
  }

  get isAlive(): boolean {
    return this.#diedAt === undefined;
  }

  /** Milliseconds of virtual time; undefined while it lives. */
  get diedAt(): number | undefined {
    return this.#diedAt;
  }

  kill(how: string): void {
    if (!this.isAlive) return;
    this.#diedAt = this.#world.time.now;
    this.#world.tell(this.name, how);
    this.#end();
  }

  /** Freezes it for this time; then it handles everything that arrived. */
  freeze(ms: number): void {
    this.#frozenUntil = this.#world.time.now + ms;
    this.#world.tell(this.name, `freezes for ${Math.round(ms)} ms`);
  }

  /** Runs work in the process as soon as possible; never after it has died. */
  deliver(work: () => void): void {
    if (!this.isAlive) return;
    const wait = this.#frozenUntil - this.#world.time.now;
    if (wait > 0) this.#world.time.after(wait, () => this.deliver(work));
    else work();
  }

  /** Sends a request out of the process, which takes time and may fail. */
  ask<T>({ what, takes, refusedWith, unansweredWith }: Asked, work: () => Promise<T>): Promise<T> {
    const { time } = this.#world;
    const random = this.#world.chance(`${this.name} asks`);
    const [there, back] = takes ?? [random.next() * 2, random.next() * 2];
    return new Promise((resolve, reject) => {
      if (!this.isAlive) return;
      const dies = this.#world.strikes('process killed');
      // A request that was already sent is done, even if the process dies.
      const hasLeft = random.next() < 0.5;
      if (dies) this.kill(`is killed at ${what}${hasLeft ? ', which has left it' : ''}`);
      time.after(there, () => {
        if (!this.isAlive && !hasLeft) return;
        const refusal = refusedWith?.();
        const answer = (settle: () => void) => void time.after(back, () => this.deliver(settle));
        if (refusal) {
          this.#world.tell(this.name, `${what} fails: ${refusal.message}`);
          answer(() => reject(refusal));
          return;
        }
        time.real(work).then(
          (value) => {
            const failure = unansweredWith?.();
            if (failure) this.#world.tell(this.name, `${what} is done, and its answer lost`);
            answer(() => (failure ? reject(failure) : resolve(value)));
          },
          (error: unknown) => answer(() => reject(error)),
        );
      });
    });
  }

  /**
   * The machine's clock as this process sees it. `setBy` is the change in milliseconds. Timers fire early by the
   * world's setting: real ones fire up to a millisecond early.
   */
  clock(setBy: () => number): Clock {
    const { time, timersEarlyMs } = this.#world;
    const random = this.#world.chance(`${this.name} clock`);
    const began = time.now - random.int(0, 1_000_000);
    return {
      now: () => new Date(this.#world.trueTime + setBy()),
      monotonic: () => time.now - began,
      sleep: (ms) => new Promise((resolve) => void time.after(ms, () => this.deliver(resolve))),
      after: (ms, work) => {
        let isOff = false;
        const callOff = time.after(ms - timersEarlyMs, () => this.deliver(() => isOff || work()));
        return () => {
          isOff = true;
          callOff();
        };
      },
      random: () => random.next(),
    };
  }
}

/** The same port, with each method as a request of the process. Methods that return no promise stay as they are. */
export function askedFor<Port extends object>(
  port: Port,
  name: string,
  { sync = [], ask }: { sync?: readonly string[]; ask: <T>(method: string, work: () => Promise<T>) => Promise<T> },
): Port {
  const methods = Object.entries(port).map(([method, value]) => {
    if (typeof value !== 'function' || sync.includes(method)) return [method, value] as const;
    const call = (...args: readonly unknown[]) => ask(`${name}.${method}`, async () => value(...args));
    return [method, call] as const;
  });
  return Object.fromEntries(methods) as Port;
}
