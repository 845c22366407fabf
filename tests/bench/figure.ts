/** One measured figure. With a peer it is judged by the ratio, since the machine's own speed then cancels out. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: 'ms' | 'KiB' | 'MB' | 'MB/s' | '1/s' | 'rows' | '%';
  /** The same, done the plainest way in the same run. */
  readonly peer?: { readonly what: string; readonly value: number };
  /** The most (or, with `atLeast`, the least) that the value, or its ratio to the peer, may be. */
  readonly budget?: number;
  readonly atLeast?: boolean;
  /**
   * Set where the budget is known to be missed: what was measured (the ratio, where there is a peer), and why it stays so.
   * The benchmark then fails only when the figure is worse than that by more than `MARGIN`.
   */
  readonly knownMiss?: { readonly figure: number; readonly reason: string };
}

/** As a part of the noted figure. Processes of one program differ by a fifth, so a quarter is more than chance. */
const MARGIN = 0.25;

/** A benchmark: measures, and says nothing about good or bad. */
export type Bench = () => Promise<readonly Figure[]>;

export const median = (numbers: readonly number[]): number => {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

const judged = (figure: Figure): number => (figure.peer ? figure.value / figure.peer.value : figure.value);

export type Verdict = 'kept' | 'known miss' | 'BROKEN';

/** What a figure says of its budget; one without a budget always keeps it. */
export function verdictOf(figure: Figure): Verdict {
  const { budget, knownMiss, atLeast } = figure;
  const keeps = (limit: number) => (atLeast ? judged(figure) >= limit : judged(figure) <= limit);
  if (budget === undefined || keeps(budget)) return 'kept';
  if (knownMiss === undefined) return 'BROKEN';
  return keeps(knownMiss.figure * (atLeast ? 1 - MARGIN : 1 + MARGIN)) ? 'known miss' : 'BROKEN';
}

/** One line of the table: what, figure, peer, ratio, budget, verdict. */
export function row(figure: Figure): string[] {
  const { what, value, unit, peer, budget, atLeast, knownMiss } = figure;
  const verdict = verdictOf(figure);
  return [
    what,
    `${round(value)} ${unit}`,
    peer ? `${peer.what}: ${round(peer.value)} ${unit}` : '',
    peer ? `${round(judged(figure))}x` : '',
    budget === undefined ? '' : `${atLeast ? '≥' : '≤'} ${budget}${peer ? 'x' : ` ${unit}`}`,
    verdict === 'kept' ? '' : `${verdict}${knownMiss ? ` (${knownMiss.figure} noted: ${knownMiss.reason})` : ''}`,
  ];
}

const round = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2));
