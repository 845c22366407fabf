/**
 * Finds a Chromium for the browser tests, or installs one, and prints the result. `npm test` runs it before the tests.
 * It searches CHROMIUM_PATH, the system's usual places and Playwright's folder. It installs Debian's packages if there
 * is apt and we are root, or else Playwright's build. Without a full Chromium, the tests that need one are skipped and
 * counted.
 */
import { installPackages, runAloud, sayer } from '../support/install.ts';
import { chromiumPath, wholeChromiumPath } from './support/chromium-path.ts';

const say = sayer('browser');

function install(): void {
  // Not every Debian release has a separate package for the faster one without windows.
  if (installPackages(say, ['chromium', 'chromium-headless-shell'], ['chromium'])) return;
  runAloud(say, process.execPath, 'node_modules/playwright-core/cli.js', 'install', 'chromium');
}

if (chromiumPath() === undefined || wholeChromiumPath() === undefined) {
  say('no whole Chromium on this machine, installing one');
  install();
}
const found = chromiumPath();
if (found === undefined) {
  say('no Chromium could be found or installed. Install one and set CHROMIUM_PATH to it.');
  process.exit(1);
}
say(`using ${found}`);
