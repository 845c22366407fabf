import { type Random, seeded } from '#mocks/core/random.ts';
import type { SimulationOptions } from '../simulate.ts';
import { chooseMix, type FaultKind, type Mix } from './mix.ts';
import { VirtualTime } from './virtual-time.ts';

/** A violation of a rule. */
export interface Violation {
  readonly what: string;
  /** Milliseconds of virtual time. */
  readonly at: number;
}

/** Monday noon, in Greenwich. */
const BEGINNING = Date.parse('2026-06-15T12:00:00Z');

/** What all parts of one simulated world share: its time, its random numbers, its faults and its violation. */
export class World {
  readonly time = new VirtualTime();
  readonly mix: Mix;
  readonly injected = new Map<FaultKind, number>();
  /** How many milliseconds early the timers of processes fire. */
  readonly timersEarlyMs: number;
  readonly #seed: number;
  readonly #tell: ((line: string) => void) | undefined;
  readonly #sources = new Map<string, Random>();
  #violation: Violation | undefined;
  #isCalm = false;

  /**
   * @param tell receives a line for every event
   * @param without kinds of faults to leave out, even if the seed chose them
   * @param changed replaces the seed's choices
   */
  constructor(
    seed: number,
    { tell, without = [], timersEarlyMs = 0, mix: changed = {} }: Omit<SimulationOptions, 'backend' | 'wrap'>,
  ) {
    this.#seed = seed;
    this.#tell = tell;
    this.timersEarlyMs = timersEarlyMs;
    const { rates, ...mix } = chooseMix(seeded(seed, 'mix'));
    const kept = Object.entries(rates).filter(([kind]) => !without.some((one) => one === kind));
    this.mix = { ...mix, rates: Object.fromEntries(kept), ...changed };
  }

  get violation(): Violation | undefined {
    return this.#violation;
  }

  /** Whether the faults have ended; those that are still active end automatically. */
  get isCalm(): boolean {
    return this.#isCalm;
  }

  calmDown(): void {
    this.#isCalm = true;
    this.tell('world', 'the faults have ended');
  }

  /** The true time, regardless of the clocks. */
  get trueTime(): number {
    return BEGINNING + this.time.now;
  }

  /** A random source for one part, so that a part that uses more numbers does not change the others. */
  chance(part: string): Random {
    const known = this.#sources.get(part) ?? seeded(this.#seed, part);
    this.#sources.set(part, known);
    return known;
  }

  /** Whether a fault of this kind happens now. */
  strikes(kind: FaultKind): boolean {
    const rate = this.#isCalm ? 0 : (this.mix.rates[kind] ?? 0);
    return rate > 0 && this.chance(kind).next() < rate && this.inject(kind);
  }

  /** Counts a fault; always true. */
  inject(kind: FaultKind): true {
    this.injected.set(kind, (this.injected.get(kind) ?? 0) + 1);
    return true;
  }

  violate(what: string): void {
    if (this.#violation) return;
    this.#violation = { what, at: this.time.now };
    this.tell('world', `VIOLATED: ${what}`);
  }

  tell(who: string, what: string): void {
    this.#tell?.(`${clockText(this.time.now)}  ${who.padEnd(12)} ${what}`);
  }
}

/** '3d 04:05:06.789' since the beginning. */
function clockText(ms: number): string {
  const text = new Date(ms % 86_400_000).toISOString().slice(11, 23);
  return `${Math.floor(ms / 86_400_000)}d ${text}`;
}
