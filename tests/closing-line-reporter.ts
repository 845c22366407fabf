import type { Reporter, TestModule } from 'vitest/node';
import { type Turn, turn } from './in-turn.ts';

/** Ends a run with one plain line that says how many tests passed and failed, whatever the terminal looks like. */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      if (!module.ok() && module.errors().length > 0) count.failed += 1;
      for (const test of module.children.allTests()) {
        const { state, ...result } = test.result();
        if ('note' in result && result.note) process.stdout.write(`skipped: ${test.fullName}: ${result.note}\n`);
        if (state === 'passed' || state === 'failed' || state === 'skipped') count[state] += 1;
      }
    }
    if (turn) process.stdout.write(`${turnLine(turn)}\n`);
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : '';
    process.stdout.write(`${count.passed} passed, ${count.failed} failed${skipped}\n`);
  }
}

const turnLine = ({ number, of, files, leftOut }: Turn): string =>
  `turn ${number} of ${of}: ${files.length} files; ${leftOut.length} are left to the runs of other commits`;
