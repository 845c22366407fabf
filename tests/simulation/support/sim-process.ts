import type { Clock } from '#server/ports/clock.ts';
import type { World } from './world.ts';

/** What may befall one thing that a process asks for. */
export interface Asked {
  /** For the trace: 'ledger.save', for instance. */
  readonly what: string;
  /** Milliseconds until it is done, and until the answer is there. */
  readonly takes?: readonly [there: number, back: number];
  /** Fails with this, and nothing is done. */
  readonly refusedWith?: (() => Error | undefined) | undefined;
  /** It is done, and fails with this all the same. */
  readonly unansweredWith?: (() => Error | undefined) | undefined;
}

/**
 * A process that may die at any moment in which it waits for anything: what it asks for then is done or not, and no
 * answer reaches it. Nothing that it had not asked for before is ever done.
 */
export class SimProcess {
  readonly name: string;
  readonly #world: World;
  readonly #end: () => void;
  #diedAt: number | undefined;
  #frozenUntil = 0;

  /** @param end is called once, when it has died */
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

  /** It stops for so long; then it handles everything that came in that time. */
  freeze(ms: number): void {
    this.#frozenUntil = this.#world.time.now + ms;
    this.#world.tell(this.name, `stands still for ${Math.round(ms)} ms`);
  }

  /** Does something in it, as soon as it can; never when it has died. */
  deliver(work: () => void): void {
    if (!this.isAlive) return;
    const wait = this.#frozenUntil - this.#world.time.now;
    if (wait > 0) this.#world.time.after(wait, () => this.deliver(work));
    else work();
  }

  /** Asks for something outside the process, which takes time, and may fail. */
  ask<T>({ what, takes, refusedWith, unansweredWith }: Asked, work: () => Promise<T>): Promise<T> {
    const { time } = this.#world;
    const random = this.#world.chance(`${this.name} asks`);
    const [there, back] = takes ?? [random.next() * 2, random.next() * 2];
    return new Promise((resolve, reject) => {
      if (!this.isAlive) return;
      const dies = this.#world.strikes('process killed');
      // What has left a process that dies is done all the same.
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
   * The machine's clock as this process sees it. `setBy` is how much it was changed by, in milliseconds. Timers come so
   * much early as the world has them: real ones fire up to a millisecond early.
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

/** The same port, each of whose methods the process asks for. Methods that answer no promise are left as they are. */
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
