import { setTimeout as sleep } from 'node:timers/promises';
import { type Random, seeded } from './random.ts';
import type { Scenario } from './scenarios.ts';
import type { Service } from './types.ts';

/** Milliseconds a call takes: always the same, or somewhere between two. */
export type Latency = number | { readonly min: number; readonly max: number };

/** Long enough to see every stage of a submission, short enough to like. */
export const DEMO_LATENCY: Latency = { min: 150, max: 400 };

const SLOW_MS = 5_000;

/** Lists are quicker than work: a page asks for several before it is of use. */
const READ_SHARE = 0.25;

/** How long services take. Each has dice of its own, so that parallel calls to others do not change its delays. */
export class Pace {
  readonly #latency: Latency;
  readonly #seed: number;
  readonly #dice = new Map<string, Random>();
  readonly #closing = new AbortController();

  constructor(latency: Latency, seed: number) {
    this.#latency = latency;
    this.#seed = seed;
  }

  /** Waits as the service and the scenario want it; returns at once when the mocks close. */
  async wait(service: Service, scenario: Scenario): Promise<void> {
    const ms = scenario.delayMs ?? this.#delay(service, scenario);
    if (ms <= 0) return;
    try {
      await sleep(ms, undefined, { signal: this.#closing.signal });
    } catch {
      // Closing: whoever still waits for an answer will see the connection end.
    }
  }

  close(): void {
    this.#closing.abort();
  }

  #delay(service: Service, { scenario }: Scenario): number {
    if (scenario === 'slow') return SLOW_MS;
    const share = service.pace === 'read' ? READ_SHARE : 1;
    if (typeof this.#latency === 'number') return this.#latency * share;
    const dice = this.#dice.get(service.name) ?? seeded(this.#seed, `pace ${service.name}`);
    this.#dice.set(service.name, dice);
    return dice.int(this.#latency.min, this.#latency.max) * share;
  }
}
