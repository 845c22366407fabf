import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startProduct } from '../support/product.ts';
import { openPage } from './support/browser.ts';
import { openScene, type Scene } from './support/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene[Symbol.asyncDispose]());
afterEach(() => scene.clear());

type Sanitizer = (value: unknown) => unknown;
interface DevTools {
  readonly features?: Readonly<Record<string, boolean>>;
  readonly actionSanitizer?: Sanitizer;
  readonly stateSanitizer?: Sanitizer;
}

/** Takes the place of the browser's extension, and keeps what the page allows it. */
const installed = (context: BrowserContext) =>
  context.addInitScript(() => {
    type Enhancer = (create: unknown) => unknown;
    const compose = (options: object) => {
      Object.assign(window, { allowed: options });
      return (...enhancers: Enhancer[]) =>
        (create: unknown) =>
          enhancers.reduceRight((made, enhance) => enhance(made), create);
    };
    Object.assign(window, { __REDUX_DEVTOOLS_EXTENSION_COMPOSE__: compose });
  });

/** What the extension may show of an action and of a state, and what it may do. */
const allowedIn = (page: Page) =>
  page.evaluate(() => {
    const { features, actionSanitizer, stateSanitizer } = Reflect.get(window, 'allowed') as DevTools;
    const action = { type: 'application/answersChanged', payload: { changes: { passportNumber: 'PA7741852' }, at: 1 } };
    const state = { application: { draft: { step: 2, answers: { passportNumber: 'PA7741852' } } } };
    const shown = [actionSanitizer?.(action), stateSanitizer?.(state)];
    return { features, sanitized: actionSanitizer !== undefined, shown: JSON.stringify(shown) };
  });

test('Redux DevTools shows events and steps, no answers, and exports nothing, since exports are not masked', async () => {
  const context = await scene.context();
  await installed(context);
  const { features, shown } = await allowedIn(await openPage(context, scene.product.url));
  expect(shown).toContain('application/answersChanged');
  expect(shown).toContain('"step":2');
  expect(shown).not.toContain('PA7741852');
  expect(features).toMatchObject({ export: false, import: false });
});

test('where the developer tools are on, it shows everything, from the second visit on', async () => {
  await using product = await startProduct({ env: { ...scene.mocks.env, DEV_TOOLS: '1' } });
  const context = await scene.context();
  await installed(context);
  const page = await openPage(context, product.url);
  await page.getByRole('button', { name: 'Developer tools' }).waitFor();
  await page.reload();
  await page.locator('html[data-adopted]').waitFor({ state: 'attached' });
  expect((await allowedIn(page)).sanitized).toBe(false);
});
