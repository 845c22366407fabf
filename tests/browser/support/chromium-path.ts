import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const USUAL_PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Where a Chromium is: CHROMIUM_PATH, the system's usual places, Playwright's own; undefined where there is none. The one
 * without windows comes first: the same engine for a fifth less processor time.
 */
export function chromiumPath(): string | undefined {
  return [process.env.CHROMIUM_PATH, ...USUAL_PLACES, playwrightsOwn()].find(
    (path) => path !== undefined && existsSync(path),
  );
}

function playwrightsOwn(): string | undefined {
  try {
    return chromium.executablePath();
  } catch {
    return undefined;
  }
}
