/** The figures of a chaos run, and every problem it found. */
export interface ChaosReport {
  readonly facts: Readonly<Record<string, string | number>>;
  readonly problems: readonly string[];
}

export type Chaos = () => Promise<ChaosReport>;
