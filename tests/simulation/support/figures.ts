import type { Simulated } from '../simulate.ts';
import { FAULT_KINDS } from './mix.ts';

const HOUR_MS = 3_600_000;

/** The totals of many simulated worlds. */
export class Figures {
  readonly #began = performance.now();
  readonly #injected = new Map<string, number>();
  #seeds = 0;
  #applications = 0;
  #virtualMs = 0;
  #steps = 0;
  #held = 0;
  #doubled = 0;
  broken = 0;

  add({ violation, virtualMs, steps, applications, injected, held, doubled }: Simulated): void {
    this.#seeds += 1;
    this.#applications += applications;
    this.#virtualMs += virtualMs;
    this.#steps += steps;
    this.#held += held;
    this.#doubled += doubled;
    if (violation) this.broken += 1;
    for (const [kind, times] of injected) this.#injected.set(kind, (this.#injected.get(kind) ?? 0) + times);
  }

  text(): string {
    const seconds = (performance.now() - this.#began) / 1000;
    const hours = this.#virtualMs / HOUR_MS;
    const kinds = FAULT_KINDS.map((kind) => `  ${kind.padEnd(38)} ${this.#injected.get(kind) ?? 0}`);
    return [
      'faults by kind:',
      ...kinds,
      `${this.#held} applications held, ${this.#doubled} offers twice where the records and the setting allow it`,
      `${this.#seeds} seeds, ${this.#applications} applications, ${this.#steps} steps, ${Math.round(hours)} virtual hours ` +
        `in ${seconds.toFixed(1)} s: ${Math.round(hours / seconds)} virtual hours a second; ${this.broken} broken`,
    ].join('\n');
  }
}
