import type { Answer, ReceivedFile } from './types.ts';

/** One thing that was really done, however many calls asked for it. */
export interface Effect {
  readonly service: string;
  /** The Idempotency-Key; null when the call had none (then every call is its own effect). */
  readonly key: string | null;
  readonly files: readonly ReceivedFile[];
  /** Calls that got this effect's answer, the first included. */
  calls: number;
}

interface Remembered {
  readonly effect: Effect;
  readonly answer: Answer;
}

/** What services have done, one effect per service and Idempotency-Key: the promise that makes resending safe. */
export class Effects {
  readonly #keep: number;
  #byKey = new Map<string, Remembered>();
  #done: Effect[] = [];

  constructor(keep: number) {
    this.#keep = keep;
  }

  /** Does the work unless this key has been answered before; says which it was. */
  once(
    service: string,
    key: string | null,
    files: readonly ReceivedFile[],
    work: () => Answer,
  ): { answer: Answer; replayed: boolean } {
    const name = `${service} ${key}`;
    const known = key === null ? undefined : this.#byKey.get(name);
    if (known) {
      known.effect.calls += 1;
      return { answer: known.answer, replayed: true };
    }
    const answer = work();
    if (answer.status < 400) {
      const effect: Effect = { service, key, files, calls: 1 };
      this.#done.push(effect);
      if (key !== null) this.#byKey.set(name, { effect, answer });
      this.#forgetOldest();
    }
    return { answer, replayed: false };
  }

  list(service?: string): Effect[] {
    return this.#done.filter((effect) => service === undefined || effect.service === service);
  }

  clear(): void {
    this.#byKey.clear();
    this.#done = [];
  }

  #forgetOldest(): void {
    if (this.#done.length > this.#keep) this.#done.shift();
    const [oldest] = this.#byKey.keys();
    if (this.#byKey.size > this.#keep && oldest !== undefined) this.#byKey.delete(oldest);
  }
}
