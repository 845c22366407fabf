import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { type Mocks, type MocksOptions, startMocks } from '#mocks/server.ts';
import { type Product, startProduct } from '../../support/product.ts';
import { DESKTOP, openPage, sharedBrowser, type Watched } from './browser.ts';
import { keptPage, type Storage } from './kept-page.ts';

/** The real product, simulated services that a test controls, and a browser to use it with. */
export interface Scene {
  readonly product: Product;
  readonly mocks: Mocks;
  readonly browser: Browser;
  /** A separate browser profile; ended by `clear`. */
  context(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** The same, but `clear` leaves it open. */
  keptContext(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** A new page of the product, in a new profile or in the given one. */
  open(options?: BrowserContextOptions | BrowserContext): Promise<WatchedPage>;
  /**
   * Reuses the scene's one page with these options, on a device with only this storage or none: half the work of
   * `open`. For tests that only do what a person does in page and browser; their routes are removed.
   */
  reopen(options?: BrowserContextOptions, storage?: Storage): Promise<WatchedPage>;
  /**
   * Called between two tests: closes all other pages, makes the services accept again, forgets their calls, and starts
   * the product if the test has stopped it.
   */
  clear(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export type WatchedPage = Page & { readonly watched: Watched };

/** An agent of the simulated agent list. */
export const AGENT = {
  name: 'Harbour Bridge Education',
  contact: 'Mei Lin',
  country: 'China',
  address: '8 Bund Road, Shanghai',
  emails: ['mei@harbour.example'],
  phones: ['8621555001'],
  websites: [],
};

/** Opens the scene. `reach` gives the product other addresses for the services. */
export async function openScene(
  options: Partial<MocksOptions> = {},
  reach: (mocks: Mocks) => Promise<Mocks['env']> = async ({ env }) => env,
): Promise<Scene> {
  const mocks = await startMocks({ port: 0, latency: 0, agents: [AGENT], ...options });
  const env = await reach(mocks);
  const [product, browser] = await Promise.all([startProduct({ env }), sharedBrowser()]);
  const contexts = new Set<BrowserContext>();
  /** The contexts from `contexts`, and the kept ones. */
  const everyContext = new Set<BrowserContext>();
  const keptContext = async (wanted: BrowserContextOptions = DESKTOP) => {
    // A service worker would answer instead of the simulated network. Animations are off because they take a twelfth of
    // the processor time and tests would wait for them.
    const made = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce', ...wanted });
    made.setDefaultTimeout(60_000);
    made.once('close', () => everyContext.delete(made));
    everyContext.add(made);
    return made;
  };
  const pages = new Map<BrowserContextOptions, ReturnType<typeof keptPage>>();
  const context = async (wanted?: BrowserContextOptions) => {
    const made = await keptContext(wanted);
    contexts.add(made);
    return made;
  };
  return {
    product,
    mocks,
    browser,
    context,
    keptContext,
    async open(where = DESKTOP) {
      return openPage('newPage' in where ? where : await context(where), product.url);
    },
    async reopen(wanted = DESKTOP, storage) {
      const open = async () => openPage(await keptContext(wanted), product.url);
      const kept = pages.get(wanted) ?? keptPage(open, new URL(product.url));
      pages.set(wanted, kept);
      return kept.reopen(storage);
    },
    async clear() {
      await Promise.all([...contexts].map((one) => one.close()));
      contexts.clear();
      mocks.reset();
      await product.start();
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...everyContext].map((one) => one.close()));
      await product[Symbol.asyncDispose]();
      await mocks.close();
    },
  };
}
