import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** Without windows: the same engine, but it needs a fifth less processor time. */
const SHELL = '/usr/bin/chromium-headless-shell';
const USUAL_PLACES = [
  SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * The path of Chromium: CHROMIUM_PATH, the system's usual places, Playwright's own; undefined if there is none. The one
 * without windows is preferred.
 */
export const chromiumPath = (): string | undefined =>
  firstThere([process.env.CHROMIUM_PATH, ...USUAL_PLACES, playwrightsOwn()]);

/** The same for a full browser: only this has a back/forward cache. */
export const wholeChromiumPath = (): string | undefined =>
  firstThere([process.env.CHROMIUM_PATH, ...USUAL_PLACES.filter((path) => path !== SHELL), playwrightsOwn()]);

const firstThere = (paths: readonly (string | undefined)[]): string | undefined =>
  paths.find((path) => path !== undefined && existsSync(path));

function playwrightsOwn(): string | undefined {
  try {
    return chromium.executablePath();
  } catch {
    return undefined;
  }
}
