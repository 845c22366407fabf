import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { watchTexts } from '../../support/watch-texts.ts';
import { chromiumPath, wholeChromiumPath } from './chromium-path.ts';

export const DESKTOP: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

/** As most people have it; `openScene` leaves it away where a test does not ask for it. */
export const MOVING = { reducedMotion: 'no-preference' } as const satisfies BrowserContextOptions;

const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function executable(): string {
  const found = chromiumPath();
  if (found === undefined) throw new Error('no Chromium: run `node tests/browser/ensure-chromium.ts`');
  return found;
}

export const launchBrowser = (): Promise<Browser> => chromium.launch({ executablePath: executable(), args: ARGUMENTS });

let shared: Promise<Browser> | undefined;

/**
 * The one browser of this worker, for scenes that close their contexts themselves: to start one costs as much as a test.
 * It ends with the worker. One that has crashed is replaced.
 */
export async function sharedBrowser(): Promise<Browser> {
  const running = await shared?.catch(() => undefined);
  if (running?.isConnected()) return running;
  shared = launchBrowser();
  return shared;
}

/** Whether there is a browser here for `launchKeepingBrowser`. */
export const canKeepPages = (): boolean => wholeChromiumPath() !== undefined;

/** A browser that keeps pages that are left, for the way back to them, as people's do; Playwright turns that off. */
export const launchKeepingBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: wholeChromiumPath() ?? executable(),
    args: ARGUMENTS,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });

/**
 * A browser on a new profile directory in which the person has blocked all cookies, and with them all storage. Only a
 * whole one (`canKeepPages`) has settings. Closing the context ends it.
 */
export async function launchBlockingCookies(directory: string): Promise<BrowserContext> {
  await mkdir(path.join(directory, 'Default'), { recursive: true });
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
  await writeFile(path.join(directory, 'Default', 'Preferences'), JSON.stringify(preferences));
  return chromium.launchPersistentContext(directory, {
    ...DESKTOP,
    executablePath: wholeChromiumPath() ?? executable(),
    args: ARGUMENTS,
    reducedMotion: 'reduce',
  });
}

/** Messages that a page wrote to its console or threw, except those that a test expects, before or after they come. */
export interface Watched {
  readonly troubles: string[];
  expect(pattern: RegExp): void;
}

/**
 * A page that remembers every console error or warning and every uncaught error: a test asserts that there were none.
 * A text that a translator would have replaced when React looks for it is one of them. `before` runs in it before its own scripts.
 */
export async function openPage(
  context: BrowserContext,
  url: string,
  before?: () => void,
): Promise<Page & { watched: Watched }> {
  const page = await context.newPage();
  if (before) await page.addInitScript(before);
  const watched = watch(page);
  await page.goto(url);
  await page.locator('main[data-view]').waitFor({ state: 'attached' });
  return Object.assign(page, { watched });
}

export function watch(page: Page): Watched {
  const troubles: string[] = [];
  // Playwright's own word on what a test has asked for.
  const expected: RegExp[] = [/Service Worker registration blocked by Playwright/];
  const note = (text: string): void => {
    if (!expected.some((pattern) => pattern.test(text))) troubles.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      note(`${message.type()}: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => note(`uncaught: ${error.message}`));
  // Before the page's own scripts, if it has not been opened yet: the driver keeps this order.
  void page.addInitScript(watchTexts);
  return {
    troubles,
    expect(pattern) {
      expected.push(pattern);
      // A page may have said it before its test got to the line that expects it.
      troubles.splice(0, troubles.length, ...troubles.filter((text) => !pattern.test(text)));
    },
  };
}

export interface Profile {
  readonly context: BrowserContext;
  /** SIGKILL to the browser and all of its processes, as a battery pulled out would. */
  kill(): Promise<void>;
}

/** A separate browser on a profile directory, that can be killed and opened again. */
export async function openProfile(directory: string): Promise<Profile> {
  const portFile = path.join(directory, 'DevToolsActivePort');
  const leftovers = ['DevToolsActivePort', 'SingletonLock', 'SingletonSocket', 'SingletonCookie'];
  await Promise.all(leftovers.map((name) => rm(path.join(directory, name), { force: true })));
  const child = spawn(
    executable(),
    [
      ...ARGUMENTS,
      '--remote-debugging-port=0',
      '--hide-crash-restore-bubble',
      `--user-data-dir=${directory}`,
      'about:blank',
    ],
    { detached: true, stdio: 'ignore' },
  );
  const endpoint = await devToolsEndpoint(portFile, child);
  const browser = await chromium.connectOverCDP(endpoint);
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('the browser has no context');
  // As in a scene.
  context.setDefaultTimeout(60_000);
  return { context, kill: () => killGroup(child) };
}

async function devToolsEndpoint(portFile: string, child: ChildProcess): Promise<string> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const [port, address] = await readFile(portFile, 'utf8').then(
      (text) => text.split('\n'),
      () => [],
    );
    if (address) return `ws://127.0.0.1:${port}${address}`;
    if (Date.now() > deadline || child.exitCode !== null) throw new Error('the browser did not start');
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

async function killGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  process.kill(-child.pid, 'SIGKILL');
  await ended;
}
