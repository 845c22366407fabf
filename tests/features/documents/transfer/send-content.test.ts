import { beforeEach, expect, test } from 'vitest';
import { sendContent } from '#features/documents/transfer/send-content.ts';
import { transferInMemory } from '../support/transfer-in-memory.ts';

const ACCESS = { id: '5c1b6a6e-7d0e-4b0f-9d52-000000000001', secret: 'w'.repeat(43) };
const ENCRYPTED = new Blob([Uint8Array.from({ length: 900_000 }, (_nothing, at) => at % 251)]);
const OTHER = new Blob([new Uint8Array(900_000)]);

let server: ReturnType<typeof transferInMemory>;
beforeEach(() => {
  server = transferInMemory();
});
const sending = (content = ENCRYPTED) => sendContent(server.calls, ACCESS, content);
const bytesOf = async (blob: Blob) => Buffer.from(await blob.arrayBuffer());
const percent = () => undefined;
const offsets = () => server.log.filter((call) => call.startsWith('addPiece')).map((call) => Number(call.slice(9)));

test('all bytes are sent, in pieces, and how far it is', async () => {
  const percents: number[] = [];
  await sending().sendRest((now) => percents.push(now));
  expect((await bytesOf(server.content())).equals(await bytesOf(ENCRYPTED))).toBe(true);
  expect(offsets()).toEqual([0, 524_288]);
  expect(percents).toEqual([58, 99]);
});

test('after a broken connection the next call sends only what the server does not have', async () => {
  const content = sending();
  server.fail('addPiece', 'cut');
  await expect(content.sendRest(percent)).rejects.toMatchObject({ code: 'offline' });
  await content.sendRest(percent);
  expect(offsets().slice(0, 2)).toEqual([0, 262_144]);
  expect((await bytesOf(server.content())).equals(await bytesOf(ENCRYPTED))).toBe(true);
});

test('a piece that the browser has repeated automatically is no failure', async () => {
  server.fail('addPiece', 'UPLOAD_CONFLICT');
  await sending().sendRest(percent);
  expect((await bytesOf(server.content())).equals(await bytesOf(ENCRYPTED))).toBe(true);
});

test('what used the link after a lost answer was this content', async () => {
  const content = sending();
  server.fail('addPiece', 'offline');
  await expect(content.sendRest(percent)).rejects.toMatchObject({ code: 'offline' });
  server.set('taken');
  await content.sendRest(percent);
  await expect(sending().sendRest(percent)).rejects.toMatchObject({ code: 'LINK_USED' });
});

test('while another device sends it fails, and the next call starts again; neither continues the bytes of the other', async () => {
  const [one, other] = [sending(), sending(OTHER)];
  server.fail('addPiece', 'cut');
  await expect(one.sendRest(percent)).rejects.toMatchObject({ code: 'offline' });
  server.fail('addPiece', 'cut');
  await expect(other.sendRest(percent)).rejects.toMatchObject({ code: 'offline' });
  await expect(one.sendRest(percent)).rejects.toMatchObject({ code: 'UPLOAD_CONFLICT' });
  await one.sendRest(percent);
  expect((await bytesOf(server.content())).equals(await bytesOf(ENCRYPTED))).toBe(true);
});
