import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { type Mocks, type MocksOptions, startMocks } from '#mocks/server.ts';
import { type Product, startProduct } from '../../support/product.ts';
import { DESKTOP, openPage, sharedBrowser, type Watched } from './browser.ts';
import { keptPage, type Storage } from './kept-page.ts';

/** The real product beside simulated services that can be told and asked, and a browser to use it with. */
export interface Scene {
  readonly product: Product;
  readonly mocks: Mocks;
  readonly browser: Browser;
  /** A separate browser profile; ended by `clear`. */
  context(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** The same, which `clear` leaves open. */
  keptContext(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** A new page on the product, in a new profile or in the given one. */
  open(options?: BrowserContextOptions | BrowserContext): Promise<WatchedPage>;
  /**
   * The scene's one page of these options, on a device that has nothing of the test before, or has kept just this: half the
   * work of `open`. For tests that do to page and browser what a person does; what they route is taken back.
   */
  reopen(options?: BrowserContextOptions, storage?: Storage): Promise<WatchedPage>;
  /** Between two tests: no page but that one is left, the services accept again and have heard nothing. */
  clear(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export type WatchedPage = Page & { readonly watched: Watched };

/** An agent as the simulated source lists it. */
export const AGENT = {
  name: 'Harbour Bridge Education',
  contact: 'Mei Lin',
  country: 'China',
  address: '8 Bund Road, Shanghai',
  emails: ['mei@harbour.example'],
  phones: ['8621555001'],
  websites: [],
};

/** `reach` says where the product finds the services, if not where they are. */
export async function openScene(
  options: Partial<MocksOptions> = {},
  reach: (mocks: Mocks) => Promise<Mocks['env']> = async ({ env }) => env,
): Promise<Scene> {
  const mocks = await startMocks({ port: 0, latency: 0, agents: [AGENT], ...options });
  const env = await reach(mocks);
  const [product, browser] = await Promise.all([startProduct({ env }), sharedBrowser()]);
  const contexts = new Set<BrowserContext>();
  /** Those of `contexts`, and those that are kept. */
  const everyContext = new Set<BrowserContext>();
  const keptContext = async (wanted: BrowserContextOptions = DESKTOP) => {
    // A service worker would answer in place of the network that a test stands in for; what moves is painted again and
    // again, which takes a twelfth of the processor's time, and waited for.
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
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...everyContext].map((one) => one.close()));
      await product[Symbol.asyncDispose]();
      await mocks.close();
    },
  };
}
