import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { COMPILE_CACHE } from '#tests/support/start-flags.ts';

export interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `npm run submissions -- …` as a separate process with that environment, and types `answers`. */
export async function staffCommand(
  env: Readonly<Record<string, string | undefined>>,
  words: readonly string[],
  ...answers: readonly string[]
): Promise<Said> {
  const own = { PATH: process.env.PATH, ...COMPILE_CACHE, ...env };
  const run = promisify(execFile)(process.execPath, ['server/submissions.ts', ...words], { env: own });
  run.child.stdin?.end(answers.map((answer) => `${answer}\n`).join(''));
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    (error) => ({ code: Number(error.code), out: String(error.stdout), err: String(error.stderr) }),
  );
}
