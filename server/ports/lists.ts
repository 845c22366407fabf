import type { AgentList, Classifications, IntakeList } from '#contract/lists.ts';

/** The lists that forms offer. None ever rejects: each has something built in. */
export interface Lists {
  agents(options: { readonly refresh: boolean }): Promise<AgentList>;
  intakes(): Promise<IntakeList>;
  classifications(): Promise<Classifications>;
}
