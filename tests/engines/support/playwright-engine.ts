import type { Browser, BrowserContext, BrowserType } from 'playwright-core';
import { firefox as firefoxOverBidi } from 'playwright-core-bidi';
import { launchBrowser, openProfile } from '../../browser/support/browser.ts';
import { DESKTOP_SIZE, type Engine, type Tab, type Visit, type VisitOptions } from './engine.ts';
import { firefoxPath } from './engine-paths.ts';
import { PlaywrightTab } from './playwright-tab.ts';
import { browserOn, killGroup } from './process-group.ts';

/** An earlier version of the same library; its types are equal but nominally different. */
const firefox = firefoxOverBidi as unknown as BrowserType;

/** Debian's Firefox supports WebDriver BiDi, so Playwright need not patch it. */
function firefoxOptions() {
  const executablePath = firefoxPath();
  if (executablePath === undefined) throw new Error('no Firefox: run `node tests/engines/ensure-engines.ts`');
  return { channel: 'moz-firefox', executablePath, firefoxUserPrefs: { 'ui.prefersReducedMotion': 1 } };
}

/** A running Chromium. Each visit is a separate profile in it. */
export async function openChromium(): Promise<Engine> {
  const browser = await launchBrowser();
  return engineOf('chromium', browser, async (directory) => {
    const { context, kill } = await openProfile(directory);
    return { context, kill };
  });
}

/** A running Firefox. Each visit is a separate profile in it. */
export async function openFirefox(): Promise<Engine> {
  const browser = await firefox.launch(firefoxOptions());
  return engineOf('firefox', browser, async (directory) => {
    const context = await firefox.launchPersistentContext(directory, { ...firefoxOptions(), viewport: null });
    // Found while it runs: after its end, the browser on this directory is another one.
    const first = await browserOn(directory);
    let ended: Promise<void> | undefined;
    const kill = () => {
      ended ??= killGroup(first);
      return ended;
    };
    return { context, kill };
  });
}

/** A4. This release of Playwright sends inches to Firefox, which reads them as centimetres. */
const A4 = { chromium: { width: '21cm', height: '29.7cm' }, firefox: { width: '21in', height: '29.7in' } };
type Name = keyof typeof A4;

interface Kept {
  readonly context: BrowserContext;
  readonly kill: () => Promise<void>;
}

function engineOf(name: Name, browser: Browser, openKept: (directory: string) => Promise<Kept>): Engine {
  return {
    name,
    version: browser.version(),
    async visit(options = {}) {
      if (options.profile === undefined) return visitOf(name, await contextOf(name, browser, options), options);
      const { context, kill } = await openKept(options.profile);
      return { ...visitOf(name, context, options), kill, close: kill };
    },
    close: () => browser.close(),
  };
}

/** Chromium's contexts are private windows, Firefox's are not. */
async function contextOf(name: Name, browser: Browser, { isPrivate = false }: VisitOptions) {
  if (name === 'chromium' || !isPrivate) return browser.newContext({ reducedMotion: 'reduce' });
  const { firefoxUserPrefs, ...options } = firefoxOptions();
  const privately = { ...firefoxUserPrefs, 'browser.privatebrowsing.autostart': true };
  const own = await firefox.launch({ ...options, firefoxUserPrefs: privately });
  const context = await own.newContext();
  context.once('close', () => void own.close());
  return context;
}

function visitOf(name: Name, context: BrowserContext, { size = DESKTOP_SIZE }: VisitOptions): Visit {
  const troubles: string[] = [];
  return {
    troubles,
    async open(): Promise<Tab> {
      const page = await context.newPage();
      await page.setViewportSize(size);
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning')
          troubles.push(`${message.type()}: ${message.text()} ${message.location().url}`);
      });
      page.on('pageerror', (error) => troubles.push(`uncaught: ${error.message}`));
      return new PlaywrightTab(page, A4[name]);
    },
    kill: () => Promise.reject(new Error('only a browser with a profile can be killed')),
    close: () => context.close(),
  };
}
