import { DEV_CLASSIFICATIONS } from '#contract/dev-tools.ts';

/** One call of the records API that the tester can make, by our own server. */
export interface RecordsCall {
  readonly title: string;
  /** Below `/api/dev/`. */
  readonly path: string;
  /** What a person may edit before it is sent. */
  readonly takes: 'nothing' | 'offer' | 'query';
  /** Whether it changes something outside. */
  readonly writes?: true;
}

export const RECORDS_CALLS: readonly RecordsCall[] = [
  { title: 'Token', path: 'cricos/token', takes: 'nothing' },
  { title: 'Validate an offer', path: 'cricos/validate', takes: 'offer' },
  { title: 'Submit an offer', path: 'cricos/submit', takes: 'offer', writes: true },
  { title: 'Course intakes', path: 'cricos/intakes', takes: 'query' },
  ...DEV_CLASSIFICATIONS.map((list) => ({
    title: `Classification ${list}`,
    path: `cricos/classifications/${list}`,
    takes: 'nothing' as const,
  })),
];

/** Token and writes go by POST; the rest is read. */
export const isPost = ({ path, takes }: RecordsCall): boolean => takes === 'offer' || path.endsWith('/token');

/** The exact query of spec §7 for the year of that moment. */
export const intakeQuery = (now: Date): string =>
  `campusid=1&year=${now.getFullYear()}&courseid=CPC50220&coursetype=VET&targetfor=Both`;
