/** What a chaos run did, in figures, and everything about it that should not be. */
export interface ChaosReport {
  readonly facts: Readonly<Record<string, string | number>>;
  readonly problems: readonly string[];
}

export type Chaos = () => Promise<ChaosReport>;
