import type { Option } from '#domain/form/form.ts';
import type { IntakeChoice } from '#domain/intakes/choice.ts';

/** An agent as the selector shows it (spec §3 "Agent list item"). */
export interface Agent {
  readonly name: string;
  readonly contact: string;
  readonly country: string;
  readonly address: string;
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  readonly websites: readonly string[];
}

export interface AgentList {
  readonly items: readonly Agent[];
  readonly source: 'live' | 'cache' | 'stale' | 'fallback';
  /** ISO date-time of when the items came from their source. */
  readonly updatedAt: string;
  readonly total: number;
}

export interface IntakeList {
  readonly items: readonly IntakeChoice[];
  readonly source: 'live' | 'fallback';
  readonly updatedAt: string;
}

export type ClassificationName =
  | 'employmentStatuses'
  | 'industries'
  | 'occupations'
  | 'qualificationLevels'
  | 'qualificationRecognitions'
  | 'visaTypes';

export type Classifications = Readonly<Record<ClassificationName, readonly Option[]>> & {
  readonly source: Readonly<Record<ClassificationName, 'live' | 'fallback'>>;
};

/** The lists that forms offer. None ever rejects: each has something built in. */
export interface Lists {
  agents(options: { readonly refresh: boolean }): Promise<AgentList>;
  intakes(): Promise<IntakeList>;
  classifications(): Promise<Classifications>;
}
