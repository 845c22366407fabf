import type { DevAnswer, DevScenarios } from '#contract/dev-tools.ts';

/** The developers' calls to the outside (R11.10). They never reject: a failure is an answer. */
export interface DevCalls {
  token(): Promise<DevAnswer>;
  validate(offer: unknown): Promise<DevAnswer>;
  /** Makes a real offer where the outside is real. */
  submit(offer: unknown): Promise<DevAnswer>;
  intakes(query: Readonly<Record<string, string>>): Promise<DevAnswer>;
  classification(list: string): Promise<DevAnswer>;
  /** Sends one small PDF to the file-test flow; undefined when none is configured. */
  sendTestFile(): Promise<DevAnswer> | undefined;
}

/** The simulated services of demo mode, for choosing what they play. */
export interface Scenarios {
  read(): DevScenarios;
  /** Throws RangeError for a service or a scenario that does not exist. */
  choose(service: string, scenario: string): void;
  /** Every service accepts again. */
  reset(): void;
}
