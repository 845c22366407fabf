import type { BrowserContext, Page } from 'playwright-core';

type Sanitizer = (value: unknown, id?: number) => unknown;
/** What the page tells the extension that it may do. */
export interface DevTools {
  readonly features?: Readonly<Record<string, boolean>>;
  readonly actionSanitizer?: Sanitizer;
  readonly stateSanitizer?: Sanitizer;
}

/**
 * Replaces the browser's extension: keeps what the page allows it, and notes every action that reaches the
 * reducers and every state after it as the extension would show them, and as they are.
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

/** All that was noted since the page was loaded: as it is shown, and as text what really went through the store. */
export async function notedIn(page: Page): Promise<{ readonly shown: readonly ShownStep[]; readonly within: string }> {
  const json = await page.evaluate(() =>
    JSON.stringify({ shown: Reflect.get(window, 'shown'), within: Reflect.get(window, 'within').join('\n') }),
  );
  return JSON.parse(json);
}

/** An action and the state after it, as they are shown. */
export interface ShownStep {
  readonly action: { readonly type: string; readonly payload?: unknown };
  readonly state: unknown;
}

/** Where else a developer or a stranger could read something of a page, by place. */
export const placesIn = (page: Page): Promise<Readonly<Record<string, unknown>>> =>
  page.evaluate(() => ({
    address: location.href,
    referrer: document.referrer,
    title: document.title,
    windowName: window.name,
    history: window.history.state as unknown,
    performance: performance.getEntries().map((entry) => entry.toJSON() as unknown),
  }));
