import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { type Mocks, type MocksOptions, startMocks } from '#mocks/server.ts';
import { type Product, startProduct } from '../../support/product.ts';
import { DESKTOP, launchBrowser, openPage, type Watched } from './browser.ts';

/** The real product beside simulated services that can be told and asked, and a browser to use it with. */
export interface Scene {
  readonly product: Product;
  readonly mocks: Mocks;
  readonly browser: Browser;
  /** A browser profile of its own; ended by `clear`. */
  context(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** The same, which `clear` leaves open. */
  keptContext(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** A page of its own on the product, in a profile of its own or in the one given. */
  open(options?: BrowserContextOptions | BrowserContext): Promise<WatchedPage>;
  /** Between two tests: no page is left, the services accept again and have heard nothing. */
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

export async function openScene(options: Partial<MocksOptions> = {}): Promise<Scene> {
  const mocks = await startMocks({ port: 0, latency: 0, agents: [AGENT], ...options });
  const [product, browser] = await Promise.all([startProduct({ env: mocks.env }), launchBrowser()]);
  const contexts = new Set<BrowserContext>();
  const keptContext = async (wanted: BrowserContextOptions = DESKTOP) => {
    // A service worker would answer in place of the network that a test stands in for; what moves is painted again and
    // again, which takes a twelfth of the processor's time, and waited for.
    const made = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce', ...wanted });
    made.setDefaultTimeout(60_000);
    return made;
  };
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
    async clear() {
      await Promise.all([...contexts].map((one) => one.close()));
      contexts.clear();
      mocks.reset();
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await product[Symbol.asyncDispose]();
      await mocks.close();
    },
  };
}
