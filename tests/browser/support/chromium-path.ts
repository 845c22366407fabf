import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** Without windows: the same engine for a fifth less processor time, and without what belongs to windows. */
const SHELL = '/usr/bin/chromium-headless-shell';
const USUAL_PLACES = [
  SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Where a Chromium is: CHROMIUM_PATH, the system's usual places, Playwright's own; undefined where there is none. The one
 * without windows comes first.
 */
export const chromiumPath = (): string | undefined =>
  firstThere([process.env.CHROMIUM_PATH, ...USUAL_PLACES, playwrightsOwn()]);

/** The same, but a whole browser: it alone keeps pages that are left, for the way back to them. */
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
