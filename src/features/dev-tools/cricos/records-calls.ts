import {
  DEV_CLASSIFICATIONS,
  devClassification,
  devIntakes,
  devSubmit,
  devToken,
  devValidate,
} from '#contract/dev-tools.ts';
import { intakeQueries } from '#domain/intakes/plan.ts';

/** One call of the records API that the tester can make, by our own server. */
export interface RecordsCall {
  readonly title: string;
  readonly endpoint: Pick<typeof devToken | typeof devClassification, 'method' | 'response'> & {
    readonly path: string;
  };
  /** What a person may edit before it is sent. */
  readonly takes: 'nothing' | 'offer' | 'query';
  /** Whether it changes something outside. */
  readonly writes?: true;
}

export const RECORDS_CALLS: readonly RecordsCall[] = [
  { title: 'Token', endpoint: devToken, takes: 'nothing' },
  { title: 'Validate an offer', endpoint: devValidate, takes: 'offer' },
  { title: 'Submit an offer', endpoint: devSubmit, takes: 'offer', writes: true },
  { title: 'Course intakes', endpoint: devIntakes, takes: 'query' },
  ...DEV_CLASSIFICATIONS.map((list) => ({
    title: `Classification ${list}`,
    endpoint: { ...devClassification, path: devClassification.path.replace(':list', list) },
    takes: 'nothing' as const,
  })),
];

/** The first query for the intakes of that moment's year (spec §7). */
export const intakeQuery = (now: Date): string => new URLSearchParams(intakeQueries(now.getFullYear())[0]).toString();
