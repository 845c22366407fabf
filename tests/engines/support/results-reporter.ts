import { readFile, writeFile } from 'node:fs/promises';
import type { Reporter, TestModule } from 'vitest/node';
import { ENGINES } from './engine.ts';
import { PAGE, type Result, resultsOf, withResults } from './results-page.ts';

/** Writes the result of each journey into the page, after all have run in all engines. */
export default class ResultsReporter implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const results = tests.flatMap(resultOf);
    if (modules.length !== ENGINES.length || results.length !== tests.length) return;
    const day = new Date().toISOString().slice(0, 10);
    await writeFile(PAGE, withResults(await readFile(PAGE, 'utf8'), resultsOf(results, day)));
  }
}

type TestCase = Parameters<NonNullable<Reporter['onTestCaseResult']>>[0];

function resultOf(test: TestCase): Result[] {
  const engine = ENGINES.find((name) => test.parent.type === 'suite' && test.parent.name === name);
  const { version } = test.meta();
  // A journey excluded by a filter never started.
  if (engine === undefined || version === undefined) return [];
  return [{ engine, version, journey: test.name, outcome: test.result().state }];
}
