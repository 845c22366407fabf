import type { Service } from './types.ts';

/** Scenarios that any service can play; a service may have more of its own. */
const COMMON_SCENARIOS = [
  'accepts',
  'slow',
  'failing',
  'rate-limited',
  'token-expired',
  'cut-before',
  'cut-after',
  'fails-after',
  'half-answer',
  'garbage',
  'hangs',
  'flaky',
] as const;

/** A scenario as it is asked for. */
export interface ScenarioRequest {
  /** One service, or a group of them: `records`, `workflows`, `flows`, `all`. */
  readonly service: string;
  readonly scenario: string;
  /** For that many calls, then back to what was; for ever when left out. */
  readonly times?: number;
  /** Milliseconds of waiting before the answer, in place of the usual latency. */
  readonly delayMs?: number;
  /** The status of `failing` (503 when left out) and of `fails-after` (504). */
  readonly status?: number;
  /** Seconds in the Retry-After of `rate-limited` (1 when left out) and, when given, of `failing`. */
  readonly retryAfter?: number;
}

export interface Scenario extends Omit<ScenarioRequest, 'service'> {
  readonly scenario: string;
}

const GROUPS: ReadonlyMap<string, readonly string[]> = new Map([
  ['records', ['token', 'validate', 'offers', 'classifications', 'intakes']],
  ['workflows', ['student-workflow', 'agent-workflow', 'file-workflow']],
  ['flows', ['student-flow', 'agent-flow']],
]);

const ACCEPTS: Scenario = { scenario: 'accepts' };

/** Which scenario each service plays next: a queue of counted ones before a standing one. */
export class Scenarios {
  /** The scenarios that each service can play. */
  readonly #playable: ReadonlyMap<string, readonly string[]>;
  #standing = new Map<string, Scenario>();
  #queued = new Map<string, { scenario: Scenario; left: number }[]>();

  constructor(services: readonly Pick<Service, 'name' | 'scenarios'>[]) {
    this.#playable = new Map(
      services.map(({ name, scenarios = {} }) => [name, [...COMMON_SCENARIOS, ...Object.keys(scenarios)]]),
    );
  }

  /** Throws RangeError, saying what there is, for a service or a scenario that does not exist. */
  set(request: ScenarioRequest): void {
    const meant = this.#servicesOf(request.service);
    const services = meant.filter((service) => this.#playable.get(service)?.includes(request.scenario));
    if (services.length === 0) {
      const known = new Set(meant.flatMap((service) => this.#playable.get(service) ?? []));
      throw new RangeError(
        `No scenario '${request.scenario}' for '${request.service}'. There is: ${[...known].join(', ')}.`,
      );
    }
    const { service: _service, times, ...scenario } = request;
    for (const service of services) {
      if (times === undefined) this.#standing.set(service, scenario);
      else if (times > 0) this.#queued.set(service, [...(this.#queued.get(service) ?? []), { scenario, left: times }]);
    }
  }

  /** The scenario of the call that has just arrived. */
  next(service: string): Scenario {
    const [first, ...rest] = this.#queued.get(service) ?? [];
    if (!first) return this.#standing.get(service) ?? ACCEPTS;
    first.left -= 1;
    if (first.left === 0) this.#queued.set(service, rest);
    return first.scenario;
  }

  /** Every scenario that each service can play. */
  available(): Record<string, string[]> {
    return Object.fromEntries([...this.#playable].map(([name, scenarios]) => [name, [...scenarios]]));
  }

  /** What each service plays at the moment. */
  standing(): Record<string, string> {
    const names = [...this.#playable.keys()];
    return Object.fromEntries(names.map((name) => [name, (this.#standing.get(name) ?? ACCEPTS).scenario]));
  }

  /** The service or the services of that name. Throws RangeError, saying which there are, where there is none. */
  #servicesOf(target: string): readonly string[] {
    const names = [...this.#playable.keys()];
    if (target === 'all') return names;
    const meant = GROUPS.get(target) ?? names.filter((name) => name === target);
    if (meant.length > 0) return meant;
    throw new RangeError(`No service '${target}'. There is: ${[...names, ...GROUPS.keys(), 'all'].join(', ')}.`);
  }

  clear(): void {
    this.#standing.clear();
    this.#queued.clear();
  }
}

/** Reads `slow` (every service) or `validate:rejects-item-list,file-workflow:failing` (one each). */
export function parseScenarios(text: string): ScenarioRequest[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [first = '', second] = part.split(':');
      return second === undefined ? { service: 'all', scenario: first } : { service: first, scenario: second };
    });
}
