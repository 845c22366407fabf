/**
 * Finds a Chromium for the browser tests, or installs one, and says what it did. Run by `npm test` before the tests.
 * Looked for: CHROMIUM_PATH, the system's usual places, Playwright's own folder. Installed: Debian's packages where apt
 * and root are there, else Playwright's build. Without a whole Chromium the tests that need one are skipped and counted.
 */
import { installPackages, runAloud, sayer } from '../support/install.ts';
import { chromiumPath, wholeChromiumPath } from './support/chromium-path.ts';

const say = sayer('browser');

function install(): void {
  // Not every release of Debian has a separate package for the one without windows, which is faster.
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
