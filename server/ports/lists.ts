import type { AgentList, Classifications, IntakeList } from '#contract/lists.ts';

/** The lists that forms offer. None ever rejects: each has something built in. */
export interface Lists {
  agents(options: { readonly refresh: boolean }): Promise<AgentList>;
  intakes(): Promise<IntakeList>;
  /** Start date (yyyy-MM-dd) to IntakeDate as the records API wrote it; empty where the built-in intakes are offered. */
  intakeDates(): Promise<ReadonlyMap<string, string>>;
  classifications(): Promise<Classifications>;
}
