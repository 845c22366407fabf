import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as elapse } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Product, startProduct } from '../support/product.ts';
import { openPage, openProfile } from './support/browser.ts';
import { answer, openCard } from './support/wizard.ts';

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

test('a browser killed 1.2 s after the last key has kept everything that was typed', async () => {
  const before = await openProfile(directory);
  const page = await openPage(before.context, product.url);
  await openCard(page, 'student-form');
  await answer(page, 'title', 'Dr');
  await answer(page, 'gender', 'Female');
  await answer(page, 'dateOfBirth', '1999-05-17');
  await page.locator('[name=familyName]').pressSequentially("O'Brien-Hall");
  await page.locator('[name=firstName]').pressSequentially('Amelia');
  // The time is the promise itself: a second for the save, a fifth for the disk.
  await elapse(1200);
  await before.kill();

  const after = await openProfile(directory);
  const again = await openPage(after.context, product.url);
  await expect.poll(() => again.locator('[name=firstName]').inputValue()).toBe('Amelia');
  expect(await again.locator('[name=familyName]').inputValue()).toBe("O'Brien-Hall");
  expect(await again.locator('[name=title]').inputValue()).toBe('Dr');
  expect(await again.locator('[name=gender]:checked').inputValue()).toBe('Female');
  expect(await again.locator('[name=dateOfBirth]').inputValue()).toBe('1999-05-17');
  await after.kill();
});
