import { readVersion } from '../build/version.ts';
import turns from './in-turn.json' with { type: 'json' };

/** Relative to the root of the repository. */
type FileName = string;

export interface Turn {
  /** Counts from 1. */
  readonly number: number;
  readonly of: number;
  /** The files of this turn, and those that are left to the runs of other commits. */
  readonly files: readonly FileName[];
  readonly leftOut: readonly FileName[];
}

/**
 * Which of the files of `in-turn.json` a run has (docs/decisions/tests-in-turn.md). The commit decides, so that all runs
 * of one commit are alike; a number, which counts from 1, asks for another turn.
 *
 * @param commit in hexadecimal digits; without one it is the first turn
 * @throws RangeError where there is no turn of that number
 */
export function turnOf(commit: string | undefined, wanted?: string): Turn {
  const number =
    wanted === undefined ? (Number.parseInt(commit?.slice(0, 8) ?? '0', 16) % turns.length) + 1 : Number(wanted);
  const files = turns[number - 1];
  if (files === undefined) throw new RangeError(`TESTS_TURN is ${wanted}, and there are ${turns.length} turns`);
  return { number, of: turns.length, files, leftOut: turns.filter((one) => one !== files).flat() };
}

/** Of this run: only `npm test` leaves something out. Undefined where files are named, and in `npm run test:full`. */
export const turn: Turn | undefined =
  process.env.TESTS === 'in-turn' ? turnOf(readVersion().commit, process.env.TESTS_TURN) : undefined;
