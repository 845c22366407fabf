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

/** The usual setting; `openScene` reduces motion unless a test asks for this. */
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
 * The one browser of this worker, for scenes that close their contexts: starting one costs as much as a test. It ends
 * with the worker. A crashed browser is replaced.
 */
export async function sharedBrowser(): Promise<Browser> {
  const running = await shared?.catch(() => undefined);
  if (running?.isConnected()) return running;
  shared = launchBrowser();
  return shared;
}

/** Whether there is a browser for `launchKeepingBrowser`. */
export const canKeepPages = (): boolean => wholeChromiumPath() !== undefined;

/** A browser with a back/forward cache, as people have it; Playwright turns the cache off. */
export const launchKeepingBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: wholeChromiumPath() ?? executable(),
    args: ARGUMENTS,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });

/**
 * A browser with a new profile whose settings block all cookies, and so all storage. Only a full browser
 * (`canKeepPages`) has settings. Closing the context ends it.
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

/** Messages that a page wrote to its console or threw, except those that a test expects, earlier or later. */
export interface Watched {
  readonly troubles: string[];
  expect(pattern: RegExp): void;
}

/**
 * A page that records every console error or warning and every uncaught error: a test asserts that there are none. It
 * also reports text that a translator would have replaced under React. `before` runs in the page before its own
 * scripts.
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
  // Playwright's own message about a setting of the test.
  const expected: RegExp[] = [/Service Worker registration blocked by Playwright/];
  const note = (text: string): void => {
    if (!expected.some((pattern) => pattern.test(text))) troubles.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      note(`${message.type()}: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => note(`uncaught: ${error.message}`));
  // Added before the page's scripts, if the page is not open yet: the driver keeps this order.
  void page.addInitScript(watchTexts);
  return {
    troubles,
    expect(pattern) {
      expected.push(pattern);
      // The page may have written it before the test reached the line that expects it.
      troubles.splice(0, troubles.length, ...troubles.filter((text) => !pattern.test(text)));
    },
  };
}

export interface Profile extends AsyncDisposable {
  readonly context: BrowserContext;
  /** Sends SIGKILL to the browser and all its processes, like a removed battery. */
  kill(): Promise<void>;
}

/** A separate browser on a profile directory that can be killed and reopened. */
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
  // Without `isLocal`, Playwright sends files as text: 10 MB then take longer than a timeout.
  const browser = await chromium.connectOverCDP(endpoint, { isLocal: true });
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('the browser has no context');
  // The same timeout as in a scene.
  context.setDefaultTimeout(60_000);
  const kill = () => killGroup(child);
  return { context, kill, [Symbol.asyncDispose]: kill };
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
