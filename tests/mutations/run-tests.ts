import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { WorkCopy } from './work-copy.ts';

/**
 * How a run of tests ended: all `passed`, one `failed` (with its name), nothing came in time, or a file of the program or
 * of the tests could not be `unloadable` at all, which says nothing about the rule.
 */
export type Ending =
  | { readonly kind: 'passed' | 'timed-out' }
  | { readonly kind: 'failed' | 'unloadable'; readonly by: string; readonly file?: string };

interface Report {
  readonly success: boolean;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/**
 * Runs tests of a copy until the first one fails.
 * @param selection what Vitest is to do: `run` with names of test files, or `related` with one of the program
 */
export async function runTests(copy: WorkCopy, selection: readonly string[], limitMs: number): Promise<Ending> {
  const report = path.join(copy.folder, 'report.json');
  await rm(report, { force: true });
  // A test that is only slow, on a machine that does much else, has not noticed anything.
  const patience = ['--testTimeout=60000', '--hookTimeout=60000'];
  const options = ['--run', '--maxWorkers=1', '--bail=1', '--retry=0', ...patience];
  const output = ['--reporter=json', `--outputFile=${report}`, `--fsModuleCachePath=${copy.cache}`];
  const vitest = path.join(copy.folder, 'node_modules/vitest/vitest.mjs');
  const isOver = await runToEnd(copy, [vitest, ...selection, ...options, ...output], limitMs);
  if (!isOver) return { kind: 'timed-out' };
  const text = await readFile(report, 'utf8').catch(() => undefined);
  return text === undefined ? { kind: 'unloadable', by: 'Vitest ended without a report' } : endingOf(JSON.parse(text));
}

/** Builds the pages of a copy. Answers false where they cannot be built. */
export async function buildPages(copy: WorkCopy, limitMs: number): Promise<boolean> {
  let hasFailed = false;
  const isOver = await runToEnd(copy, ['build/build.ts'], limitMs, (code) => {
    hasFailed = code !== 0;
  });
  return isOver && !hasFailed;
}

function endingOf({ success, testResults }: Report): Ending {
  if (success) return { kind: 'passed' };
  for (const { name, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === 'failed');
    if (failed) return { kind: 'failed', by: `${path.basename(name)}: ${failed.fullName}`, file: name };
  }
  const unloadable = testResults.find(({ status }) => status === 'failed');
  if (unloadable) return { kind: 'unloadable', by: `${path.basename(unloadable.name)}: ${unloadable.message}` };
  return { kind: 'failed', by: 'an error that no test caught' };
}

/** Runs node in the copy; answers whether it came to its end in time. Else it and what it has started are killed. */
function runToEnd(
  { folder }: WorkCopy,
  args: readonly string[],
  limitMs: number,
  onExit: (code: number | null) => void = () => {},
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    // A separate process group: the servers that a test has started end with it.
    const child = spawn(process.execPath, args, { cwd: folder, detached: true, stdio: 'ignore' });
    const killAll = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // All of them have ended.
      }
    };
    process.once('exit', killAll);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      killAll();
    }, limitMs);
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(timer);
      process.off('exit', killAll);
      killAll();
      onExit(code);
      resolve(!isLate);
    });
  });
}
