import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';

/** Prints each test that was skipped because something is missing, with the reason. Prints nothing if there is none. */
export default class SkippedReporter implements Reporter {
  #tagsFilter: readonly string[] | undefined;

  onInit(vitest: Vitest): void {
    this.#tagsFilter = vitest.config.tagsFilter;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests('skipped')]);
    const lines = tests.filter((test) => this.#isChosen(test)).flatMap(skippedLine);
    if (lines.length > 0) process.stdout.write(`Skipped tests: ${lines.length}\n${lines.join('\n')}\n`);
  }

  /** Whether the filter of `npm test` or of `npm run test:slow` includes the test in this run. */
  #isChosen({ tags }: TestCase): boolean {
    return !this.#tagsFilter?.length || this.#tagsFilter.includes('slow') === tags.includes('slow');
  }
}

function skippedLine(test: TestCase): string[] {
  const result = test.result();
  const why = test.meta().missing ?? (result.state === 'skipped' ? result.note : undefined);
  return why === undefined ? [] : [`- ${test.module.relativeModuleId}: ${test.fullName}: ${why}`];
}
