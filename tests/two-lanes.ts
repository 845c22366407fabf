import seconds from './long-files.json' with { type: 'json' };

const LENGTHS: Readonly<Record<string, number>> = seconds;
/** Seconds of a file that is not among the long ones. */
const SHORT = 5;

/** What mostly waits, for processes and for time limits, and what keeps a core at work. */
const LANES = [
  ['browser', 'engines', 'simulation'],
  ['server', 'conformance'],
] as const;

/** A file of tests, as far as its place in the order depends on it. */
export interface TestFile {
  /** Its project in `vitest.config.ts`. */
  readonly project: string;
  /** Relative to the root of the repository. */
  readonly name: string;
}

/**
 * The long files first, so that all workers end together; of those that wait and those that compute as much at any time,
 * so that neither all cores are idle nor all tests starve. What is in no lane is short and comes last.
 */
export function inTwoLanes<File extends TestFile>(files: readonly File[], lengths = LENGTHS): readonly File[] {
  const lengthOf = ({ name }: TestFile): number => lengths[name] ?? SHORT;
  const lanes = LANES.map(
    (projects) =>
      new Lane(
        files.filter(({ project }) => isOneOf(projects, project)),
        lengthOf,
      ),
  );
  const order: File[] = [];
  for (;;) {
    const [behind] = lanes.filter(({ isEmpty }) => !isEmpty).sort((one, other) => one.begun - other.begun);
    if (behind === undefined) break;
    order.push(...behind.next());
  }
  return [...order, ...files.filter((file) => !order.includes(file))];
}

/** Files, the longest first, and how much of their time has been given out. */
class Lane<File extends TestFile> {
  readonly #files: File[];
  readonly #lengthOf: (file: File) => number;
  readonly #whole: number;
  #given = 0;

  constructor(files: readonly File[], lengthOf: (file: File) => number) {
    this.#lengthOf = lengthOf;
    this.#files = files.toSorted((one, other) => lengthOf(other) - lengthOf(one));
    this.#whole = files.reduce((sum, file) => sum + lengthOf(file), 0);
  }

  get isEmpty(): boolean {
    return this.#files.length === 0;
  }

  /** The part of the lane's time whose files have begun, 0 to 1. */
  get begun(): number {
    return this.#given / this.#whole;
  }

  next(): File[] {
    const files = this.#files.splice(0, 1);
    for (const file of files) this.#given += this.#lengthOf(file);
    return files;
  }
}

const isOneOf = (names: readonly string[], name: string): boolean => names.includes(name);
