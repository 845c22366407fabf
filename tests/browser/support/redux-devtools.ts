import type { BrowserContext, Page } from 'playwright-core';

type Sanitizer = (value: unknown, id?: number) => unknown;
/** The options that the page passes to the extension. */
export interface DevTools {
  readonly features?: Readonly<Record<string, boolean>>;
  readonly actionSanitizer?: Sanitizer;
  readonly stateSanitizer?: Sanitizer;
}

/**
 * Replaces the browser's extension. It stores the page's options, and records every action and the state after it, both
 * as the extension would show them and unchanged.
 */
export const installDevTools = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    interface Store {
      dispatch(action: unknown): unknown;
      getState(): unknown;
    }
    type Create = (...given: unknown[]) => Store;
    const compose = (allowed: DevTools) => {
      const shown: unknown[] = [];
      const within: string[] = [];
      Object.assign(window, { allowed, shown, within });
      const { actionSanitizer = (value) => value, stateSanitizer = (value) => value } = allowed;
      const noting: (create: Create) => Create =
        (create) =>
        (...given) => {
          const store = create(...given);
          const dispatch = (action: unknown) => {
            const result = store.dispatch(action);
            const state = store.getState();
            shown.push({ action: actionSanitizer(action, shown.length), state: stateSanitizer(state, shown.length) });
            within.push(JSON.stringify(action));
            return result;
          };
          return { ...store, dispatch };
        };
      return (...enhancers: ((create: Create) => Create)[]) =>
        (create: Create) =>
          enhancers.reduceRight((made, enhance) => enhance(made), noting(create));
    };
    Object.assign(window, { __REDUX_DEVTOOLS_EXTENSION_COMPOSE__: compose });
  });

/** Everything recorded since the page was loaded: as the extension shows it, and the unchanged store as text. */
export async function notedIn(page: Page): Promise<{ readonly shown: readonly ShownStep[]; readonly within: string }> {
  const json = await page.evaluate(() =>
    JSON.stringify({ shown: Reflect.get(window, 'shown'), within: Reflect.get(window, 'within').join('\n') }),
  );
  return JSON.parse(json);
}

/** An action and the state after it, as the extension shows them. */
export interface ShownStep {
  readonly action: { readonly type: string; readonly payload?: unknown };
  readonly state: unknown;
}

/** Other places where a developer or a stranger could read data of a page. */
export const placesIn = (page: Page): Promise<Readonly<Record<string, unknown>>> =>
  page.evaluate(() => ({
    address: location.href,
    referrer: document.referrer,
    title: document.title,
    windowName: window.name,
    history: window.history.state as unknown,
    performance: performance.getEntries().map((entry) => entry.toJSON() as unknown),
  }));
