/** @module-tag slow */
import { expect, test } from 'vitest';
import { relaysOf, sealedBytes, stateOf } from './support/relay-client.ts';
import { twoNodes } from './support/two-nodes.ts';

const { first, second, uploads } = twoNodes(relaysOf);

test('a link made by one node is used at another, by way of the bucket, and its bytes leave the bucket when they were taken', async () => {
  const { id, reader, writer } = await first().make();
  // More than a part of the bucket's uploads.
  const bytes = sealedBytes(7 * 1024 * 1024);
  expect(stateOf(await second().put(id, writer, bytes))).toBe('arrived');
  expect(uploads()).not.toEqual([]);
  const got = await first().content(id, reader);
  expect([got.status, got.bytes.equals(bytes)]).toEqual([200, true]);
  expect((await second().acknowledge(id, reader)).status).toBe(204);
  expect(uploads()).toEqual([]);
  expect((await first().content(id, reader)).status).toBe(409);
});

test('of two phones at two nodes one document comes, and the other is told', async () => {
  const { id, reader, writer } = await first().make();
  const sent = [sealedBytes(), sealedBytes()];
  const answers = await Promise.all(
    [first(), second()].map((node, at) => node.put(id, writer, sent[at] ?? Buffer.alloc(0))),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const winner = answers.findIndex(({ status }) => status === 200);
  expect((await first().content(id, reader)).bytes.equals(sent[winner] ?? Buffer.alloc(0))).toBe(true);
  expect(uploads().filter((key) => !key.includes('.'))).toHaveLength(1);
});
