import { expect, test } from 'vitest';
import { createChanges } from '#server/adapters/sql/changes.ts';
import { created } from '#server/submission/transitions.ts';

const FIRST = created({ id: 'a', kind: 'student', digest: 'd', now: new Date(0), offerId: 'OFFER_1' });
const version = (number: number) => ({ ...FIRST, version: number });

test('each watcher is called with each version once, and never with an older one after a newer one', () => {
  const changes = createChanges();
  const seen: number[][] = [[], []];
  const leave = changes.watch('a', (record) => seen[0]?.push(record.version));
  changes.publish(version(2));
  // As read from the database by a look that began before that.
  changes.publish(version(1));
  changes.watch('a', (record) => seen[1]?.push(record.version));
  changes.publish(version(2));
  changes.publish(version(3));
  leave();
  changes.publish(version(4));
  expect(seen).toEqual([
    [2, 3],
    [3, 4],
  ]);
});

test('a watched submission is known with the newest published version, until the last watcher leaves', () => {
  const changes = createChanges();
  changes.publish(version(5));
  const leave = [changes.watch('a', () => undefined), changes.watch('a', () => undefined)];
  expect([...changes.watched()]).toEqual([['a', 0]]);
  changes.publish(version(6));
  expect([...changes.watched()]).toEqual([['a', 6]]);
  for (const each of leave) each();
  expect([...changes.watched()]).toEqual([]);
});
