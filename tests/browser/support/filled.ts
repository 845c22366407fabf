import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { DESKTOP } from './browser.ts';
import type { Storage } from './kept-page.ts';
import { openScene, type Scene, type WatchedPage } from './scene.ts';
import { button, draftId, fillStep, MINIMAL, reachStep } from './student.ts';
import { saved } from './wizard.ts';

/** The browser profile of a person who answered everything and left at the last step, without documents. */
export interface FilledProfile {
  /** A copy of it whose application has a new id, which the server does not know yet. */
  copy(): { readonly storageState: Storage };
}

/** Fills an application once, so that many tests can start from it. */
export async function fillProfile(scene: Scene): Promise<FilledProfile> {
  const page = await scene.open();
  await reachStep(page, 4);
  await fillStep(page, 4, MINIMAL);
  await saved(page);
  const id = await draftId(page);
  const storage = JSON.stringify(await page.context().storageState({ indexedDB: true }));
  await scene.clear();
  return { copy: () => ({ storageState: JSON.parse(storage.replaceAll(id, crypto.randomUUID())) as Storage }) };
}

/** A page with a copy of that profile, at a step of the application. */
async function openFilled(
  scene: Scene,
  profile: FilledProfile,
  { step = 4, options = DESKTOP }: { step?: number; options?: BrowserContextOptions } = {},
): Promise<WatchedPage> {
  return openFilledIn(scene, { ...options, ...profile.copy() }, step);
}

/** The same in a context that already has a copy of the profile, or with the given options. */
export async function openFilledIn(
  scene: Scene,
  where: BrowserContextOptions | BrowserContext,
  step = 4,
): Promise<WatchedPage> {
  return goBackTo(step, await scene.open(where));
}

/** Opens a step of the restored application. */
async function goBackTo(step: number, page: WatchedPage): Promise<WatchedPage> {
  await page.locator('form[data-step="4"]').waitFor();
  const source = MINIMAL.howDidYouHearAboutUs;
  await page.locator(`[name=howDidYouHearAboutUs][value="${source}"]:checked`).waitFor({ state: 'attached' });
  for (let at = 4; at > step; at -= 1) {
    await button(page, 'Previous').click();
    await page.locator(`form[data-step="${at - 1}"]`).waitFor();
  }
  return page;
}

/** A scene and a filled profile for the tests of a file: opened before the first test, cleared after each. */
export function filledScene() {
  let scene: Scene;
  let profile: FilledProfile;
  beforeAll(async () => {
    scene = await openScene();
    profile = await fillProfile(scene);
  });
  afterEach(() => scene.clear());
  afterAll(() => scene[Symbol.asyncDispose]());
  return {
    get scene() {
      return scene;
    },
    get profile() {
      return profile;
    },
    openAt: (step: number, options: BrowserContextOptions = DESKTOP) => openFilled(scene, profile, { step, options }),
    /** The same on the scene's reused page with these options (`Scene.reopen`). */
    reopenAt: async (step: number, options: BrowserContextOptions = DESKTOP) =>
      goBackTo(step, await scene.reopen(options, profile.copy().storageState)),
    /** The same for several tests, which close its context after the last one. */
    openShared: async (step: number, options: BrowserContextOptions = DESKTOP) =>
      openFilledIn(scene, await scene.keptContext({ ...options, ...profile.copy() }), step),
  };
}
