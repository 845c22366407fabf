import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Product, startProduct } from '../support/product.ts';
import { openPage, openProfile } from './support/browser.ts';
import { stopClock } from './support/stop-clock.ts';
import { answer, openCard, openCardAgain, saved } from './support/wizard.ts';

let product: Product;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'profile-'));
  product = await startProduct();
});
afterAll(async () => {
  await product[Symbol.asyncDispose]();
  await rm(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

test('a browser killed a second after the last key, once the disk has it, has kept everything that was typed', async () => {
  const before = await openProfile(directory);
  const page = await openPage(before.context, product.url);
  await openCard(page, 'student-form');
  await page.locator('main[data-draft]').waitFor();
  await stopClock(page);
  await answer(page, 'title', 'Dr');
  await answer(page, 'gender', 'Female');
  await answer(page, 'dateOfBirth', '1999-05-17');
  await page.locator('[name=familyName]').pressSequentially("O'Brien-Hall");
  await page.locator('[name=firstName]').pressSequentially('Amelia');
  // The second is the promise itself, by the page's own clock; what the disk takes is the machine's.
  await page.clock.runFor(1000);
  await saved(page);
  await before.kill();

  const after = await openProfile(directory);
  const again = await openPage(after.context, product.url);
  await openCardAgain(again, 'student-form');
  await expect.poll(() => again.locator('[name=firstName]').inputValue()).toBe('Amelia');
  expect(await again.locator('[name=familyName]').inputValue()).toBe("O'Brien-Hall");
  expect(await again.locator('[name=title]').inputValue()).toBe('Dr');
  expect(await again.locator('[name=gender]:checked').inputValue()).toBe('Female');
  expect(await again.locator('[name=dateOfBirth]').inputValue()).toBe('1999-05-17');
  await after.kill();
});
