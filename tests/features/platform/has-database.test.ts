// @vitest-environment node
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { closeDatabase, openDatabase } from '#platform/database.ts';
import { hasDatabase } from '#platform/device-storage.ts';

const { databases } = IDBFactory.prototype;
const list = async () => (await databases.call(indexedDB)).map(({ name, version }) => ({ name, version }));

beforeEach(async () => {
  await closeDatabase();
  globalThis.indexedDB = new IDBFactory();
});
afterEach(() => {
  Object.assign(IDBFactory.prototype, { databases });
});

describe.each([
  ['a browser that lists its databases', () => {}],
  ['a browser that does not (Firefox before 126)', () => Object.assign(IDBFactory.prototype, { databases: undefined })],
])('%s', (_which, prepare) => {
  beforeEach(prepare);

  test('is found to have a database that was made before, however often it is asked', async () => {
    await openDatabase();
    await closeDatabase();
    expect([await hasDatabase(), await hasDatabase()]).toEqual([true, true]);
    expect(await list()).toEqual([{ name: 'applications', version: 2 }]);
  });

  test('is found to have one while the page itself has it open', async () => {
    await openDatabase();
    expect(await hasDatabase()).toBe(true);
  });

  test('has none after a visit without typing', async () => {
    expect(await hasDatabase()).toBe(false);
    expect(await list()).toEqual([]);
  });
});

test("where storage is blocked the browser's own error comes", async () => {
  Object.assign(IDBFactory.prototype, { databases: undefined });
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  await expect(hasDatabase()).rejects.toMatchObject({ name: 'SecurityError' });
  vi.restoreAllMocks();
});
