import type { Service } from './service.ts';

/** Scenarios that any service can play. A service may add its own. */
const COMMON_SCENARIOS =
  'accepts, slow, failing, rate-limited, token-expired, cut-before, cut-after, fails-after, half-answer, garbage, hangs, flaky'.split(
    ', ',
  );

/** How a call is played. */
export interface Scenario {
  readonly scenario: string;
  /** The number of calls to play it for, before the previous scenario returns; unlimited if left out. */
  readonly times?: number;
  /** Milliseconds before the answer, instead of the usual latency. */
  readonly delayMs?: number;
  /** The status of `failing` (503 if left out) and of `fails-after` (504). */
  readonly status?: number;
  /** Seconds in the Retry-After of `rate-limited` (1 if left out) and, if given, of `failing`. */
  readonly retryAfter?: number;
}

/** A request to play a scenario. */
export interface ScenarioRequest extends Scenario {
  /** One service, or a group of them: `records`, `workflows`, `flows`, `all`. */
  readonly service: string;
}

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  records: ['token', 'validate', 'offers', 'classifications', 'intakes'],
  workflows: ['student-workflow', 'agent-workflow', 'file-workflow'],
  flows: ['student-flow', 'agent-flow'],
};

const ACCEPTS: Scenario = { scenario: 'accepts' };

/** Knows which scenario each service plays next: first the counted ones in order, then the unlimited one. */
export class Scenarios {
  /** The scenarios that each service can play. */
  readonly #playable: ReadonlyMap<string, string[]>;
  readonly #lasting = new Map<string, Scenario>();
  readonly #counted = new Map<string, Scenario[]>();

  constructor(services: readonly Pick<Service, 'name' | 'scenarios'>[]) {
    this.#playable = new Map(
      services.map(({ name, scenarios = {} }) => [name, [...COMMON_SCENARIOS, ...Object.keys(scenarios)]]),
    );
  }

  /** Throws RangeError with the known names if the service or scenario is unknown. */
  set({ service: target, times, ...scenario }: ScenarioRequest): void {
    const group = this.#servicesOf(target);
    const services = group.filter((service) => this.#playable.get(service)?.includes(scenario.scenario));
    if (services.length === 0) {
      const known = new Set(group.flatMap((service) => this.#playable.get(service) ?? []));
      throw new RangeError(
        `Unknown scenario '${scenario.scenario}' for '${target}'. Known scenarios: ${[...known].join(', ')}.`,
      );
    }
    for (const service of services) {
      if (times === undefined) this.#lasting.set(service, scenario);
      else this.#counted.set(service, [...(this.#counted.get(service) ?? []), ...Array(times).fill(scenario)]);
    }
  }

  /** The scenario of the call that has just arrived. */
  next(service: string): Scenario {
    return this.#counted.get(service)?.shift() ?? this.#lasting.get(service) ?? ACCEPTS;
  }

  /** Every scenario that each service can play. */
  available(): Record<string, string[]> {
    return Object.fromEntries(this.#playable);
  }

  /** The scenario that each service plays when no counted one is left. */
  playing(): Record<string, string> {
    const names = [...this.#playable.keys()];
    return Object.fromEntries(names.map((name) => [name, (this.#lasting.get(name) ?? ACCEPTS).scenario]));
  }

  clear(): void {
    this.#lasting.clear();
    this.#counted.clear();
  }

  #servicesOf(target: string): readonly string[] {
    const names = [...this.#playable.keys()];
    if (names.includes(target)) return [target];
    const group = target === 'all' ? names : Object.hasOwn(GROUPS, target) ? GROUPS[target] : undefined;
    if (group) return group;
    throw new RangeError(
      `Unknown service '${target}'. Known services: ${[...names, ...Object.keys(GROUPS), 'all'].join(', ')}.`,
    );
  }
}

/** Reads `slow` (every service) or `validate:rejects-item-list,file-workflow:failing` (one each). */
export function parseScenarios(text: string): ScenarioRequest[] {
  const parts = text.split(',').map((part) => part.trim().split(':'));
  return parts.flatMap(([first = '', second]) => {
    if (first === '') return [];
    return second === undefined ? [{ service: 'all', scenario: first }] : [{ service: first, scenario: second }];
  });
}
