/** The figures of a chaos run, and every problem it found. */
export interface ChaosReport {
  readonly facts: Readonly<Record<string, string | number>>;
  readonly problems: readonly string[];
}

/** `tell` prints how far a long run is. */
export type Chaos = (tell: (progress: string) => void) => Promise<ChaosReport>;
