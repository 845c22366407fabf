import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Nodes, startNodes } from '#tests/support/nodes.ts';
import type { Product } from '#tests/support/product.ts';
import { Client } from './support/client.ts';
import { handoversOf, viewIn } from './support/handover-client.ts';
import { sealedBytes, strangeSecret } from './support/relay-client.ts';

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
const on = (node: Product) => handoversOf(new Client(node.url));

test('pieces of a draft come to two nodes, are read at a third request from any byte, and leave the bucket when it was taken, by way of the bucket', async () => {
  const made = await on(a).make();
  // More than a part of the bucket's uploads.
  const bytes = sealedBytes(12 * 1024 * 1024);
  const half = 7 * 1024 * 1024;
  expect(viewIn(await on(a).add(made, bytes.subarray(0, half), 0, bytes.length)).bytes).toBe(half);
  expect(viewIn(await on(b).add(made, bytes.subarray(half), half, bytes.length)).state).toBe('arrived');
  const claim = strangeSecret();
  await on(a).claim(made.id, made.reader, claim);
  const rest = await on(b).content(made.id, claim, half);
  expect([rest.status, rest.bytes.equals(bytes.subarray(half))]).toEqual([206, true]);
  expect((await on(b).acknowledge(made.id, claim)).status).toBe(204);
  expect(uploads()).toEqual([]);
});

test('of two devices at two nodes one opens the draft', async () => {
  const made = await on(a).make();
  await on(a).put(made, sealedBytes());
  const answers = await Promise.all([a, b].map((node) => on(node).claim(made.id, made.reader, strangeSecret())));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});
