import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Nodes, startNodes } from '#tests/support/nodes.ts';
import type { Product } from '#tests/support/product.ts';
import { Client } from './support/client.ts';
import { relaysOf, sealedBytes, stateOf } from './support/relay-client.ts';

let nodes: Nodes;
let a: Product;
let b: Product;
beforeAll(async () => {
  nodes = await startNodes();
  [a, b] = await Promise.all([nodes.start(), nodes.start()]);
});
afterAll(() => nodes[Symbol.asyncDispose]());

/** Keys of what was uploaded. */
const uploads = () => nodes.documents().filter((key) => /^[0-9a-f]{32}/.test(key));
const on = (node: Product) => relaysOf(new Client(node.url));

test('a link made by one node is used at another, by way of the bucket, and its bytes leave the bucket when they were taken', async () => {
  const { id, reader, writer } = await on(a).make();
  // More than a part of the bucket's uploads.
  const bytes = sealedBytes(7 * 1024 * 1024);
  expect(stateOf(await on(b).put(id, writer, bytes))).toBe('arrived');
  expect(uploads()).not.toEqual([]);
  const got = await on(a).content(id, reader);
  expect([got.status, got.bytes.equals(bytes)]).toEqual([200, true]);
  expect((await on(b).acknowledge(id, reader)).status).toBe(204);
  expect(uploads()).toEqual([]);
  expect((await on(a).content(id, reader)).status).toBe(409);
});

test('of two phones at two nodes one document comes, and the other is told', async () => {
  const { id, reader, writer } = await on(a).make();
  const sent = [sealedBytes(), sealedBytes()];
  const answers = await Promise.all([a, b].map((node, at) => on(node).put(id, writer, sent[at] ?? Buffer.alloc(0))));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const winner = answers.findIndex(({ status }) => status === 200);
  expect((await on(a).content(id, reader)).bytes.equals(sent[winner] ?? Buffer.alloc(0))).toBe(true);
  expect(uploads().filter((key) => !key.includes('.'))).toHaveLength(1);
});
