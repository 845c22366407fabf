import { beforeEach, expect, test } from 'vitest';
import { sendContent } from '#features/documents/transfer/send-content.ts';
import { transferInMemory } from '../support/transfer-in-memory.ts';

const ACCESS = { id: '5c1b6a6e-7d0e-4b0f-9d52-000000000001', secret: 'w'.repeat(43) };
const SEALED = new Blob([Uint8Array.from({ length: 900_000 }, (_nothing, at) => at % 251)]);
const OTHER = new Blob([new Uint8Array(900_000)]);

let server: ReturnType<typeof transferInMemory>;
beforeEach(() => {
  server = transferInMemory();
});
const sending = (sealed = SEALED) => sendContent(server.calls, ACCESS, sealed);
const bytesOf = async (blob: Blob) => Buffer.from(await blob.arrayBuffer());
const percent = () => undefined;
const offsets = () => server.log.filter((call) => call.startsWith('addPiece')).map((call) => Number(call.slice(9)));

test('all bytes are sent, in pieces, and how far it is', async () => {
  const percents: number[] = [];
  await sending().goOn((now) => percents.push(now));
  expect((await bytesOf(server.content())).equals(await bytesOf(SEALED))).toBe(true);
  expect(offsets()).toEqual([0, 524_288]);
  expect(percents).toEqual([58, 99]);
});

test('after a broken connection the next call sends only what the server does not have', async () => {
  const content = sending();
  server.fail('addPiece', 'cut');
  await expect(content.goOn(percent)).rejects.toMatchObject({ code: 'offline' });
  await content.goOn(percent);
  expect(offsets().slice(0, 2)).toEqual([0, 262_144]);
  expect((await bytesOf(server.content())).equals(await bytesOf(SEALED))).toBe(true);
});

test('a piece that the browser has repeated automatically is no failure', async () => {
  server.fail('addPiece', 'UPLOAD_CONFLICT');
  await sending().goOn(percent);
  expect((await bytesOf(server.content())).equals(await bytesOf(SEALED))).toBe(true);
});

test('what used the link after a lost answer was this content', async () => {
  const content = sending();
  server.fail('addPiece', 'offline');
  await expect(content.goOn(percent)).rejects.toMatchObject({ code: 'offline' });
  server.set('taken');
  await content.goOn(percent);
  await expect(sending().goOn(percent)).rejects.toMatchObject({ code: 'LINK_USED' });
});

test('while another device sends it fails, and the next call starts again; neither continues the bytes of the other', async () => {
  const [one, other] = [sending(), sending(OTHER)];
  server.fail('addPiece', 'cut');
  await expect(one.goOn(percent)).rejects.toMatchObject({ code: 'offline' });
  server.fail('addPiece', 'cut');
  await expect(other.goOn(percent)).rejects.toMatchObject({ code: 'offline' });
  await expect(one.goOn(percent)).rejects.toMatchObject({ code: 'UPLOAD_CONFLICT' });
  await one.goOn(percent);
  expect((await bytesOf(server.content())).equals(await bytesOf(SEALED))).toBe(true);
});
