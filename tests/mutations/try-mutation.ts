import path from 'node:path';
import type { Mutation } from './mutation.ts';
import { buildPages, type Ending, runTests } from './run-tests.ts';
import type { WorkCopy } from './work-copy.ts';

/**
 * `unloadable`: the entry breaks the program's text, not a rule, and has to be mended. `unclear`: the test that failed
 * does so with all rules in force, too.
 */
export type Fate = 'killed' | 'timed-out' | 'survived' | 'unloadable' | 'unclear';

export interface Trial {
  readonly area: string;
  readonly rule: string;
  readonly fate: Fate;
  /** The test that noticed. */
  readonly by?: string;
  readonly seconds: number;
}

/** Long enough for these tests on a machine that does much else. */
const LIKELY_LIMIT_MS = 600_000;
const RELATED_LIMIT_MS = 600_000;
const BUILD_LIMIT_MS = 240_000;

const FATES: Readonly<Record<Ending['kind'], Fate>> = {
  passed: 'survived',
  failed: 'killed',
  'timed-out': 'timed-out',
  unloadable: 'unloadable',
};

/** Makes what breaks a rule in a copy and runs the tests that may notice. */
export function createTrials({ isQuick }: { readonly isQuick: boolean }) {
  /** Test files that have passed with all rules in force, by their paths below the root. */
  const passing = new Set<string>();

  /** A test that fails with all rules in force, or does not run, notices nothing. */
  const isNoticed = async (copy: WorkCopy, ending: Ending) => {
    if (!('file' in ending) || ending.file === undefined) return true;
    const file = path.relative(copy.folder, ending.file);
    if (passing.has(file)) return true;
    const { kind } = await runTests(copy, ['run', file], LIKELY_LIMIT_MS);
    if (kind === 'passed') passing.add(file);
    return kind === 'passed';
  };

  return async (copy: WorkCopy, area: string, mutation: Mutation): Promise<Trial> => {
    const began = performance.now();
    const mend = await copy.apply(mutation);
    const ending = await firstThatNotices(copy, mutation, isQuick).finally(mend);
    const fate = (await isNoticed(copy, ending)) ? FATES[ending.kind] : 'unclear';
    const seconds = (performance.now() - began) / 1000;
    return { area, rule: mutation.rule, fate, seconds, ...('by' in ending && { by: ending.by }) };
  };
}

/** The likely tests, then, unless it is to be quick, the others that use the file. */
async function firstThatNotices(copy: WorkCopy, mutation: Mutation, isQuick: boolean): Promise<Ending> {
  const { file, tests, needsBuild } = mutation;
  if (needsBuild && !(await buildPages(copy, BUILD_LIMIT_MS))) return { kind: 'failed', by: 'npm run build' };
  for (const files of inOrder(tests)) {
    const ending = await runTests(copy, ['run', ...files], LIKELY_LIMIT_MS);
    if (ending.kind !== 'passed') return ending;
  }
  // What runs on real servers and in browsers takes minutes: of that only what the entry names.
  return file.startsWith('src/') && !isQuick
    ? runTests(copy, ['related', file, '--project', 'domain', '--project', 'features'], RELATED_LIMIT_MS)
    : { kind: 'passed' };
}

/** Unit tests together; those with real servers and browsers one after the other, since the first may be enough. */
function inOrder(tests: readonly string[]): readonly (readonly string[])[] {
  const isQuick = (file: string) => /^tests\/(?:domain|features)\//.test(file);
  const together = tests.filter(isQuick);
  const apart = tests.filter((file) => !isQuick(file)).map((file) => [file]);
  return together.length > 0 ? [together, ...apart] : apart;
}
