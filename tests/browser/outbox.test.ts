import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { SLOW } from '#tests/support/slow.ts';
import { openPage, openProfile } from './support/browser.ts';
import {
  arrived,
  confirmedRegion,
  keptOffline,
  NETWORK_ERROR,
  offerIds,
  progress,
  seedOutbox,
  success,
  unexpected,
  waiting,
} from './support/outbox.ts';
import { sceneOfFile } from './support/scene-of-file.ts';
import { button, draftId, fillApplication } from './support/student.ts';
import { confirmApplication, openCard } from './support/wizard.ts';

const scene = sceneOfFile();

describe('confirming while our server is away', () => {
  test('says that it is saved and will be sent; it is sent once when the server is back', async () => {
    const page = await scene.open();
    await fillApplication(page);
    const id = await draftId(page);
    await scene.product.stop();
    await confirmApplication(page);
    await progress(page).getByText(NETWORK_ERROR).first().waitFor();
    await progress(page).getByText('Saved. We will send it when you are online.', { exact: true }).waitFor();
    // Asked for after the failure was said.
    await page.locator('main[data-online="false"]').waitFor();
    expect(await waiting(page)).toEqual([id]);

    await scene.product.start();
    await success(page);
    await arrived(scene, id);
    expect(offerIds(scene)).toHaveLength(1);
    await expect.poll(() => waiting(page)).toEqual([]);
    expect(unexpected(page)).toEqual([]);
  });

  test('survives a browser that is killed', SLOW, async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'profile-'));
    const before = await openProfile(directory);
    const page = await openPage(before.context, scene.product.url);
    await keptOffline(page);
    await fillApplication(page);
    const id = await draftId(page);
    await scene.product.stop();
    await confirmApplication(page);
    await progress(page).getByText('Saved. We will send it when you are online.', { exact: true }).waitFor();
    await before.kill();

    await scene.product.start();
    const after = await openProfile(directory);
    const again = await openPage(after.context, scene.product.url);
    await arrived(scene, id);
    await expect.poll(() => waiting(again)).toEqual([]);
    await after.kill();
    await rm(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  });
});

describe('the line', () => {
  test('a refused application is set aside with its reason and does not hold up the others', SLOW, async () => {
    const page = await scene.open();
    // The database exists after the first keystroke.
    await openCard(page, 'student-form');
    await page.locator('[name=firstName]').fill('Amelia');
    await page.locator('[data-save-state="saved"]').first().waitFor();
    await button(page, 'Back to home').click();
    const [poisoned, healthy] = [crypto.randomUUID(), crypto.randomUUID()];
    await seedOutbox(page, [
      { id: poisoned, firstName: 'Poisoned', changes: { email: 'no address' } },
      { id: healthy, firstName: 'Healthy' },
    ]);
    await page.reload();
    await arrived(scene, healthy);
    const line = confirmedRegion(page);
    await line.getByText('Not sent: Form validation failed').waitFor();
    await expect.poll(() => waiting(page)).toEqual([poisoned]);
  });
});
