import type { AgentList, Classifications, IntakeList } from '#contract/lists.ts';

/** The lists of the forms. None rejects: each has a built-in default. */
export interface Lists {
  agents(options: { readonly refresh: boolean }): Promise<AgentList>;
  intakes(): Promise<IntakeList>;
  /** Start date (yyyy-MM-dd) to IntakeDate in the records API's format; empty with the built-in intakes. */
  intakeDates(): Promise<ReadonlyMap<string, string>>;
  classifications(): Promise<Classifications>;
}
