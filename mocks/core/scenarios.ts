import { SERVICES, type ServiceName } from './types.ts';

/** Scenarios that any service can play; a service may have more of its own. */
export const COMMON_SCENARIOS = [
  'accepts',
  'slow',
  'failing',
  'rate-limited',
  'token-expired',
  'cut-before',
  'cut-after',
  'half-answer',
  'garbage',
  'hangs',
  'flaky',
] as const;

/** A scenario as it is asked for. */
export interface ScenarioRequest {
  readonly service: ServiceTarget;
  readonly scenario: string;
  /** For that many calls, then back to what was; for ever when left out. */
  readonly times?: number;
  /** Milliseconds of waiting before the answer, in place of the usual latency. */
  readonly delayMs?: number;
  /** The status of `failing` (503 when left out). */
  readonly status?: number;
  /** Seconds in the Retry-After of `rate-limited` (1 when left out) and, when given, of `failing`. */
  readonly retryAfter?: number;
}

export interface Scenario extends Omit<ScenarioRequest, 'service'> {
  readonly scenario: string;
}

const GROUPS = {
  all: SERVICES,
  records: ['token', 'validate', 'offers', 'classifications', 'intakes'],
  workflows: ['student-workflow', 'agent-workflow', 'file-workflow'],
  flows: ['student-flow', 'agent-flow'],
} as const satisfies Record<string, readonly ServiceName[]>;

/** One service, or a group of them. */
export type ServiceTarget = ServiceName | keyof typeof GROUPS;

const ACCEPTS: Scenario = { scenario: 'accepts' };

/** Which scenario each service plays next: a queue of counted ones before a standing one. */
export class Scenarios {
  readonly #own: (service: ServiceName) => readonly string[];
  #standing = new Map<ServiceName, Scenario>();
  #queued = new Map<ServiceName, { scenario: Scenario; left: number }[]>();

  /** @param own the names of the scenarios that only that service has */
  constructor(own: (service: ServiceName) => readonly string[]) {
    this.#own = own;
  }

  /** Throws RangeError, saying what there is, for a service or a scenario that does not exist. */
  set(request: ScenarioRequest): void {
    const services = servicesOf(request.service).filter((service) => this.of(service).includes(request.scenario));
    if (services.length === 0) {
      const known = [...new Set(servicesOf(request.service).flatMap((service) => this.of(service)))];
      throw new RangeError(
        `No scenario '${request.scenario}' for '${request.service}'. There is: ${known.join(', ')}.`,
      );
    }
    const { service: _service, times, ...scenario } = request;
    for (const service of services) {
      if (times === undefined) this.#standing.set(service, scenario);
      else if (times > 0) this.#queued.set(service, [...(this.#queued.get(service) ?? []), { scenario, left: times }]);
    }
  }

  /** The scenario of the call that has just arrived. */
  next(service: ServiceName): Scenario {
    const [first, ...rest] = this.#queued.get(service) ?? [];
    if (!first) return this.#standing.get(service) ?? ACCEPTS;
    first.left -= 1;
    if (first.left === 0) this.#queued.set(service, rest);
    return first.scenario;
  }

  /** Every scenario a service can play. */
  of(service: ServiceName): string[] {
    return [...COMMON_SCENARIOS, ...this.#own(service)];
  }

  /** What each service plays at the moment. */
  standing(): Record<string, string> {
    return Object.fromEntries(SERVICES.map((name) => [name, this.#standing.get(name)?.scenario ?? 'accepts']));
  }

  clear(): void {
    this.#standing.clear();
    this.#queued.clear();
  }
}

const isGroup = (name: string): name is keyof typeof GROUPS => Object.hasOwn(GROUPS, name);

const servicesOf = (target: ServiceTarget): readonly ServiceName[] => (isGroup(target) ? GROUPS[target] : [target]);

/** The service or group of that name. Throws RangeError, saying which there are, when there is none. */
export function targetFrom(name: string): ServiceTarget {
  const target = isGroup(name) ? name : SERVICES.find((service) => service === name);
  if (target) return target;
  throw new RangeError(`No service '${name}'. There is: ${[...SERVICES, ...Object.keys(GROUPS)].join(', ')}.`);
}

/**
 * Reads `slow` (every service) or `validate:rejects-item-list,file-workflow:failing` (one each).
 * Throws RangeError for a service that does not exist; a scenario's name is checked when it is set.
 */
export function parseScenarios(text: string): ScenarioRequest[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [first = '', second] = part.split(':');
      return second === undefined
        ? { service: 'all', scenario: first }
        : { service: targetFrom(first), scenario: second };
    });
}
