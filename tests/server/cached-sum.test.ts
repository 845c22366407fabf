import { expect, test } from 'vitest';
import { type Amount, CachedSum } from '#server/submission/admission-counts.ts';

const MINUTE_MS = 60_000;
const bytes = (count: number): Amount => ({ bytes: count, reserved: 0 });

/** A sum whose reading ends when the test says so. */
function openSum({ isWaitedFor }: { readonly isWaitedFor: boolean }) {
  const clock = { ms: 0 };
  const readings: PromiseWithResolvers<Amount>[] = [];
  const failures: unknown[] = [];
  const sum = new CachedSum({
    read: () => {
      const reading = Promise.withResolvers<Amount>();
      readings.push(reading);
      return reading.promise;
    },
    maxAgeMs: MINUTE_MS,
    monotonic: () => clock.ms,
    ...(!isWaitedFor && { onFailure: (error) => failures.push(error) }),
  });
  return { sum, clock, readings, failures };
}

test('a sum that takes long is waited for once; while it is read again the last one counts', async () => {
  const { sum, clock, readings } = openSum({ isWaitedFor: false });
  const first = sum.refresh();
  readings[0]?.resolve(bytes(10));
  await first;
  clock.ms += MINUTE_MS;
  await sum.refresh();
  sum.count(bytes(5));
  expect(sum.value).toEqual(bytes(15));
  readings[1]?.resolve(bytes(20));
  await expect.poll(() => sum.value).toEqual(bytes(25));
});

test('a sum that cannot be read keeps nobody from uploading: it is reported, and tried again later', async () => {
  const { sum, clock, readings, failures } = openSum({ isWaitedFor: false });
  const first = sum.refresh();
  readings[0]?.reject(new Error('too slow'));
  await first;
  expect(failures).toHaveLength(1);
  await sum.refresh();
  expect(readings).toHaveLength(1);
  clock.ms += MINUTE_MS;
  const second = sum.refresh();
  readings[1]?.resolve(bytes(30));
  await second;
  await expect.poll(() => sum.value).toEqual(bytes(30));
});

test('a sum that took a minute is not read again within fifty', async () => {
  const { sum, clock, readings } = openSum({ isWaitedFor: false });
  const first = sum.refresh();
  clock.ms += MINUTE_MS;
  readings[0]?.resolve(bytes(1));
  await first;
  clock.ms += 48 * MINUTE_MS;
  await sum.refresh();
  expect(readings).toHaveLength(1);
  clock.ms += 2 * MINUTE_MS;
  await sum.refresh();
  expect(readings).toHaveLength(2);
});

test('what is written while a sum is read counts once, and what could not be written does not', async () => {
  const { sum, clock, readings } = openSum({ isWaitedFor: true });
  const first = sum.refresh();
  sum.count(bytes(3));
  sum.settle(bytes(3), true);
  sum.count(bytes(4));
  sum.settle(bytes(4), false);
  readings[0]?.resolve(bytes(100));
  await first;
  // Whether the answer has it already is not known: it counts until the next one.
  expect(sum.value).toEqual(bytes(103));
  clock.ms += MINUTE_MS;
  const second = sum.refresh();
  readings[1]?.resolve(bytes(103));
  await second;
  expect(sum.value).toEqual(bytes(103));
});
