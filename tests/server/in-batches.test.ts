import { expect, test } from 'vitest';
import { inBatches } from '#server/adapters/postgres/in-batches.ts';

test('what is asked for while a batch is under way is done together, after it', async () => {
  const batches: (readonly number[])[] = [];
  const first = Promise.withResolvers<void>();
  const double = inBatches(async (items: readonly number[]) => {
    batches.push(items);
    if (batches.length === 1) await first.promise;
    return items.length;
  });
  const alone = double(1);
  await Promise.resolve();
  const together = [double(2), double(3)];
  first.resolve();
  expect(await alone).toBe(1);
  expect(await Promise.all(together)).toEqual([2, 2]);
  expect(batches).toEqual([[1], [2, 3]]);
  expect(await double(4)).toBe(1);
});

test('a failure concerns only its batch, and the next one is done', async () => {
  const failing = inBatches(async (items: readonly string[]) => {
    if (items.includes('bad')) throw new Error('refused');
    return items;
  });
  const bad = failing('bad');
  await expect(bad).rejects.toThrow('refused');
  await expect(failing('good')).resolves.toEqual(['good']);
});
