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
}

/** A benchmark: measures, and says nothing about good or bad. */
export type Bench = () => Promise<readonly Figure[]>;

export const median = (numbers: readonly number[]): number => {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

const judged = (figure: Figure): number => (figure.peer ? figure.value / figure.peer.value : figure.value);

/** Whether a figure keeps its budget; one without a budget always does. */
export function holds(figure: Figure): boolean {
  if (figure.budget === undefined) return true;
  return figure.atLeast ? judged(figure) >= figure.budget : judged(figure) <= figure.budget;
}

/** One line of the table: what, figure, peer, ratio, budget. */
export function row(figure: Figure): string[] {
  const { what, value, unit, peer, budget, atLeast } = figure;
  return [
    what,
    `${round(value)} ${unit}`,
    peer ? `${peer.what}: ${round(peer.value)} ${unit}` : '',
    peer ? `${round(judged(figure))}x` : '',
    budget === undefined ? '' : `${atLeast ? '≥' : '≤'} ${budget}${peer ? 'x' : ` ${unit}`}`,
    holds(figure) ? '' : 'BROKEN',
  ];
}

const round = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2));
