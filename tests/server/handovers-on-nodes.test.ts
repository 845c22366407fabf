/** @module-tag slow */
import { expect, test } from 'vitest';
import { handoversOf, viewIn } from './support/handover-client.ts';
import { sealedBytes, strangeSecret } from './support/relay-client.ts';
import { twoNodes } from './support/two-nodes.ts';

const { first, second, uploads } = twoNodes(handoversOf);

test('pieces of a draft come to two nodes, are read at a third request from any byte, and leave the bucket when it was taken, by way of the bucket', async () => {
  const made = await first().make();
  // More than a part of the bucket's uploads.
  const bytes = sealedBytes(12 * 1024 * 1024);
  const half = 7 * 1024 * 1024;
  expect(viewIn(await first().add(made, bytes.subarray(0, half), 0, bytes.length)).bytes).toBe(half);
  expect(viewIn(await second().add(made, bytes.subarray(half), half, bytes.length)).state).toBe('arrived');
  const claim = strangeSecret();
  await first().claim(made.id, made.reader, claim);
  const rest = await second().content(made.id, claim, half);
  expect([rest.status, rest.bytes.equals(bytes.subarray(half))]).toEqual([206, true]);
  expect((await second().acknowledge(made.id, claim)).status).toBe(204);
  expect(uploads()).toEqual([]);
});

test('of two devices at two nodes one opens the draft', async () => {
  const made = await first().make();
  await first().put(made, sealedBytes());
  const answers = await Promise.all(
    [first(), second()].map((node) => node.claim(made.id, made.reader, strangeSecret())),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});
