/** One measured figure. With a peer, only the ratio counts, so the machine's speed cancels out. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: 'ms' | 'KiB' | 'MB' | 'MB/s' | '1/s' | 'rows' | '%';
  /** The same work done in the simplest way in the same run. */
  readonly peer?: { readonly what: string; readonly value: number };
  /** The maximum (or, with `atLeast`, the minimum) of the value or of its ratio to the peer. */
  readonly budget?: number;
  readonly atLeast?: boolean;
  /**
   * Set if the figure is known to miss its budget: the measured figure (the ratio, if there is a peer) and the reason.
   * The benchmark then fails only if the figure is worse by more than `MARGIN`.
   */
  readonly knownMiss?: { readonly figure: number; readonly reason: string };
}

/** A fraction of the known figure. Processes of one program differ by a fifth, so a quarter is more than chance. */
const MARGIN = 0.25;

/** A benchmark: it only measures, and does not judge. */
export type Bench = () => Promise<readonly Figure[]>;

export const median = (numbers: readonly number[]): number => {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

const judged = (figure: Figure): number => (figure.peer ? figure.value / figure.peer.value : figure.value);

export type Verdict = 'kept' | 'known miss' | 'BROKEN';

/** The verdict on a figure's budget; a figure without a budget always keeps it. */
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
