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
  readonly effect: Effect | null;
  readonly answer: Answer;
}

/**
 * What services have done, one effect per service and Idempotency-Key: the promise that makes resending safe.
 * Rejections are remembered only on demand: some services replay them too, which is why a corrected body must
 * come with a new key.
 */
export class Effects {
  readonly #remembersRejections: boolean;
  readonly #keep: number;
  #byKey = new Map<string, Remembered>();
  #done: Effect[] = [];

  constructor(options: { keep: number; remembersRejections: boolean }) {
    this.#keep = options.keep;
    this.#remembersRejections = options.remembersRejections;
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
      if (known.effect) known.effect.calls += 1;
      return { answer: known.answer, replayed: true };
    }
    const answer = work();
    const accepted = answer.status < 400;
    const effect: Effect | null = accepted ? { service, key, files, calls: 1 } : null;
    if (effect) this.#done.push(effect);
    if (key !== null && (accepted || this.#remembersRejections)) this.#byKey.set(name, { effect, answer });
    this.#forgetOldest();
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
