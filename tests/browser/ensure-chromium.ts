/**
 * Finds a Chromium for the browser tests, or installs one, and says what it did. Run by `npm test` before the tests.
 * Looked for: CHROMIUM_PATH, the system's usual places, Playwright's own folder. Installed: Debian's package where apt
 * and root are there, else Playwright's build.
 */
import { spawnSync } from 'node:child_process';
import { chromiumPath } from './support/chromium-path.ts';

const say = (text: string): void => void process.stdout.write(`browser: ${text}\n`);

function run(command: string, ...args: string[]): boolean {
  say(`${command} ${args.join(' ')}`);
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return status === 0;
}

function install(): void {
  const isRoot = process.getuid?.() === 0;
  const hasApt = spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;
  const add = (name: string) => run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', name);
  // Not every release of Debian has the one without windows for itself.
  if (isRoot && hasApt && run('apt-get', 'update', '-qq') && (add('chromium-headless-shell') || add('chromium')))
    return;
  run(process.execPath, 'node_modules/playwright-core/cli.js', 'install', 'chromium');
}

let found = chromiumPath();
if (found === undefined) {
  say('no Chromium on this machine, installing one');
  install();
  found = chromiumPath();
}
if (found === undefined) {
  say('no Chromium could be found or installed. Install one and set CHROMIUM_PATH to it.');
  process.exit(1);
}
say(`using ${found}`);
