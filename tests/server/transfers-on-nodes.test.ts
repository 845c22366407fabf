/** @module-tag slow */
import { expect, test } from 'vitest';
import { sealedBytes, strangeSecret, transfersOf, viewIn } from './support/transfer-client.ts';
import { twoNodes } from './support/two-nodes.ts';

const { first, second, uploads } = twoNodes(transfersOf);

test('a document sent to one node is fetched from another through the bucket, and leaves the bucket once acknowledged', async () => {
  const { id, reader, writer } = await first().document();
  // More than a part of the bucket's uploads.
  const bytes = sealedBytes(7 * 1024 * 1024);
  expect(viewIn(await second().send(id, writer, bytes)).state).toBe('arrived');
  expect(uploads()).not.toEqual([]);
  const got = await first().content(id, reader);
  expect([got.status, got.bytes.equals(bytes)]).toEqual([200, true]);
  expect((await second().acknowledge(id, reader)).status).toBe(204);
  expect(uploads()).toEqual([]);
  expect((await first().content(id, reader)).status).toBe(409);
});

test('of two phones at two nodes one document arrives, and the other phone is refused', async () => {
  const { id, reader, writer } = await first().document();
  const sent = [sealedBytes(), sealedBytes()];
  const answers = await Promise.all(
    [first(), second()].map((node, at) => node.send(id, writer, sent[at] ?? Buffer.alloc(0), `attempt-${at}`)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const winner = answers.findIndex(({ status }) => status === 200);
  expect((await first().content(id, reader)).bytes.equals(sent[winner] ?? Buffer.alloc(0))).toBe(true);
  expect(uploads().filter((key) => !key.includes('.'))).toHaveLength(1);
  await first().acknowledge(id, reader);
});

test('pieces of a draft go to two nodes and are fetched through the bucket from any byte', async () => {
  const { id, reader, writer } = await first().draft();
  // More than a part of the bucket's uploads.
  const bytes = sealedBytes(12 * 1024 * 1024);
  const [half, size] = [7 * 1024 * 1024, bytes.length];
  expect(viewIn(await first().addPiece(id, writer, bytes.subarray(0, half), { offset: 0, size })).bytes).toBe(half);
  const rest = await second().addPiece(id, writer, bytes.subarray(half), { offset: half, size });
  expect(viewIn(rest).state).toBe('arrived');
  const claim = strangeSecret();
  await first().claim(id, reader, claim);
  const got = await second().content(id, claim, half);
  expect([got.status, got.bytes.equals(bytes.subarray(half))]).toEqual([206, true]);
  expect((await second().acknowledge(id, claim)).status).toBe(204);
  expect(uploads()).toEqual([]);
});

test('of two devices at two nodes one opens the draft', async () => {
  const { id, reader, writer } = await first().draft();
  await first().send(id, writer, sealedBytes());
  const answers = await Promise.all([first(), second()].map((node) => node.claim(id, reader, strangeSecret())));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});
