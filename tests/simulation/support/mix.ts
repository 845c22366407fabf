import type { Random } from '#mocks/core/random.ts';

const FIRST_KINDS = [
  'process killed',
  'power cut',
  'process frozen',
  'server ended and started',
  'settings missing',
  'clock set',
  'request lost',
  'request repeated',
  'answer lost',
  'ledger write refused',
  'ledger write unanswered',
  'ledger read refused',
  'database away',
  'disk full',
  'disk does not sync',
  'disk cannot be read',
  'document lost',
  'document damaged',
  'outside away',
  'outside unreachable',
  'outside cut before its effect',
  'outside cut after its effect',
  'outside silent',
  'outside late',
  'outside told twice',
  'outside busy',
  'outside refuses',
  'outside odd answer',
  'outside half answer',
  'token ended',
  'applicant repeats',
  'applicant changes',
  'applicant deletes a document',
  'applicant attaches another document',
  'applicant names another’s document',
  'staff retry',
  'staff purge',
] as const;

/** Chosen after all older kinds, so that the worlds of older seeds stay the same. */
const LATER_KINDS = ['file limit changed', 'outside fails after its effect'] as const;

/** The faults of the world, by their names in the figures. */
export const FAULT_KINDS = [...FIRST_KINDS, ...LATER_KINDS] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** Two nodes, one of which freezes often, so that the other gets its jobs. */
export const NODES_STAND_STILL: Partial<Mix> = {
  nodes: 2,
  hours: 4,
  applicants: 6,
  fileWorkflowMaxBytes: 2600,
  rates: { 'process frozen': 20, 'outside busy': 0.3, 'outside silent': 0.1, 'applicant changes': 0.4 },
};

/** The faults and settings of one seed's world. */
export interface Mix {
  readonly nodes: 1 | 2;
  readonly recordsUnknownOutcome: 'resend' | 'hold';
  /** The setting for workflows and flows. */
  readonly unknownOutcome: 'resend' | 'hold';
  /** `idempotent` keeps one record per OfferId, `own-ids` creates one for every call. */
  readonly records: 'idempotent' | 'own-ids';
  readonly applicants: number;
  /** How many hours of virtual time the faults last. */
  readonly hours: number;
  /** The largest JSON in bytes that the file workflow accepts, until the staff change it. */
  readonly fileWorkflowMaxBytes: number | undefined;
  /** The probability of each kind of fault; kinds that are left out do not occur. */
  readonly rates: Readonly<Partial<Record<FaultKind, number>>>;
}

/** Faults that can happen at every step of every process must be rare, or nothing would ever finish. */
const RARE: Readonly<Partial<Record<FaultKind, number>>> = {
  'process killed': 0.02,
  'ledger write refused': 0.3,
  'ledger write unanswered': 0.3,
  'ledger read refused': 0.2,
  'document lost': 0.2,
  'document damaged': 0.2,
};

/** Chooses few kinds of faults at a time: with all kinds, hardly anything would reach the next fault. */
export function chooseMix(random: Random): Mix {
  const nodes = random.next() < 0.4 ? 2 : 1;
  const share = random.pick([0.1, 0.25, 0.5, 0.8]);
  const isChosen = () => random.next() < share;
  const rateOf = (kind: FaultKind) => [kind, random.pick([0.01, 0.05, 0.15, 0.4]) * (RARE[kind] ?? 1)] as const;
  const kinds = FIRST_KINDS.filter(isChosen);
  const unknownOutcome = random.next() < 0.25 ? 'hold' : 'resend';
  return {
    nodes,
    unknownOutcome,
    applicants: random.int(1, 6),
    hours: random.next() < 0.03 ? random.int(24 * 32, 24 * 45) : random.pick([0.2, 1, 4, 12, 30]),
    fileWorkflowMaxBytes: random.next() < 0.4 ? random.int(2600, 6000) : undefined,
    rates: Object.fromEntries([
      ...kinds.map(rateOf),
      ...LATER_KINDS.flatMap((kind) => (isChosen() ? [rateOf(kind)] : [])),
    ]),
    recordsUnknownOutcome: random.next() < 0.5 ? 'hold' : 'resend',
    records: random.next() < 0.5 ? 'own-ids' : 'idempotent',
  };
}
