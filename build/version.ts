import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The running release: its version in `package.json`, and the commit if it is known. */
export interface Version {
  readonly version: string;
  /** Short hash; missing if there is neither a repository nor `COMMIT`. */
  readonly commit?: string;
}

const root = path.resolve(import.meta.dirname, '..');

/** An image is built without the repository, so `COMMIT` names the commit. */
export function readVersion(): Version {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
  const commit = (process.env.COMMIT?.trim() || commitOfRepository()).slice(0, 12);
  return commit === '' ? { version } : { version, commit };
}

function commitOfRepository(): string {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
}

/** The version as text: `0.1.0 (0591e95c3a52)`. */
export const versionText = ({ version, commit }: Version): string =>
  commit === undefined ? version : `${version} (${commit})`;
