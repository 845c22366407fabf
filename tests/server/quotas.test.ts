import { randomUUID } from 'node:crypto';
import { access, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { makePdf } from '#tests/support/pdf.ts';
import { SLOW } from '#tests/support/slow.ts';
import { type Answer, type Application, type DocumentEntry, problemOf, SHORT } from './support/client.ts';
import { movedBy, openRig, type Rig } from './support/rig.ts';
import { sealedBytes, transfersOf, viewIn } from './support/transfer-client.ts';

const MB = 1024 * 1024;
const DAY_MS = 24 * 3_600_000;
const TUS = { 'tus-resumable': '1.0.0' };

let rig: Rig;
afterEach(() => rig.close());

interface Facts {
  readonly size: number;
  readonly draftId?: string;
  readonly slot?: string;
  readonly address?: string;
}

/** Announces an upload, from behind a proxy that tells the client's address. */
function create({ size, draftId = randomUUID(), slot = 'passport', address = '203.0.113.7' }: Facts): Promise<Answer> {
  const metadata = Object.entries({ draftId, slot, filename: 'a.pdf', filetype: 'application/pdf' });
  return rig.client.send('POST', '/api/uploads', undefined, {
    ...TUS,
    'x-forwarded-for': address,
    'upload-length': String(size),
    'upload-metadata': metadata.map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`).join(','),
  });
}
const locationOf = ({ headers }: Answer) => headers.get('location') ?? '';
const statusOf = async (location: string) => (await rig.client.send('HEAD', location, undefined, TUS)).status;
const fileOf = (uploadId: string) => path.join(rig.dataDir, 'uploads', uploadId);
const isKept = (uploadId: string) =>
  access(fileOf(uploadId)).then(
    () => true,
    () => false,
  );

function shortForm(id: string, ...documents: DocumentEntry[]): Application {
  return { id, path: `/api/short-applications/${id}`, body: { values: SHORT, documents } };
}

describe('a client', () => {
  const env = { TRUST_PROXY: '1', UPLOADS_PER_CLIENT_MB: '1' };
  const TOO_MUCH = {
    status: 413,
    code: 'QUOTA_EXCEEDED',
    detail:
      'More documents have come from your network within a day than we take. Please try again tomorrow, or from another connection.',
  };

  test('may announce so much and no more, however many requests come at once; others may still', async () => {
    rig = await openRig({ env });
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ size: 300_000 })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    for (const answer of answers) if (answer.status !== 201) expect(problemOf(answer)).toMatchObject(TOO_MUCH);
    expect((await create({ size: 300_000, address: '203.0.113.8' })).status).toBe(201);
  });

  test('is known by its network, and after a restart as well', SLOW, async () => {
    rig = await openRig({ env });
    expect((await create({ size: 900_000, address: '2001:db8:1:2::5' })).status).toBe(201);
    expect((await create({ size: 900_000, address: '2001:db8:1:2:ffff::9' })).status).toBe(413);
    rig = { ...rig, client: await rig.restart() };
    expect((await create({ size: 900_000, address: '2001:db8:1:2::6' })).status).toBe(413);
    expect((await create({ size: 900_000, address: '2001:db8:1:3::5' })).status).toBe(201);
  });

  test('may upload again when it has removed what it had', async () => {
    rig = await openRig({ env });
    const first = locationOf(await create({ size: 900_000 }));
    expect((await create({ size: 900_000 })).status).toBe(413);
    await rig.client.send('DELETE', first, undefined, TUS);
    await vi.waitFor(async () => expect((await create({ size: 900_000 })).status).toBe(201), { timeout: 20_000 });
  });

  test('may bring documents again that the server has lost, though it may send nothing else', async () => {
    rig = await openRig({ env });
    rig.upstream.always('studentFlow', { status: 503 });
    const bytes = makePdf({ bytes: 700_000 });
    const id = randomUUID();
    const lost = await rig.client.upload(id, 'photo-id', bytes);
    await rig.client.put(shortForm(id, lost));
    await rig.client.settled(id);
    await rm(fileOf(lost.uploadId));
    const here = { size: bytes.length, address: '127.0.0.1' };
    expect(problemOf(await create(here))).toMatchObject(TOO_MUCH);
    expect(problemOf(await create({ ...here, draftId: id, slot: 'passport' }))).toMatchObject(TOO_MUCH);
    rig.upstream.always('studentFlow', undefined);
    await rig.client.put(shortForm(id, lost));
    await rig.client.until(id, ({ stages }) => stages.some(({ error }) => error?.code === 'NO_FILES_ERROR'));
    const again = await rig.client.upload(id, 'photo-id', bytes);
    await rig.client.put(shortForm(id, again));
    expect((await rig.client.processed(id)).status).toBe('processed');
  });

  test('may send documents again the day after', SLOW, async () => {
    let passedMs = 0;
    rig = await openRig({ env, clock: movedBy(() => passedMs) });
    await send(locationOf(await create({ size: 900_000 })), Buffer.from('%'));
    expect((await create({ size: 900_000 })).status).toBe(413);
    passedMs = 2 * DAY_MS;
    rig = { ...rig, client: await rig.restart() };
    await vi.waitFor(async () => expect((await create({ size: 900_000 })).status).toBe(201), { timeout: 20_000 });
  });

  test('cannot fill the register with uploads of nothing', SLOW, async () => {
    rig = await openRig({ env });
    const answers = await Promise.all(Array.from({ length: 100 }, () => create({ size: 1 })));
    expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(64);
  });
});

/** Uploads a whole document as an applicant of that address does. */
async function uploadFrom(address: string, bytes = makePdf({ bytes: 300_000 })): Promise<Answer> {
  const created = await create({ size: bytes.length, address });
  if (created.status !== 201) return created;
  return send(locationOf(created), bytes);
}
const send = (location: string, bytes: Uint8Array) => rig.client.patch(location, 0, bytes);

describe('what a stranger announces', () => {
  const FULL = 100 * MB;
  /** So many announcements, of a draft each: of all that a draft may have, then less and less, into every gap. */
  const announce = async (count: number, addressOf: (index: number) => string) => {
    const smaller = [10 * MB, MB, 128 * 1024].flatMap((size) => Array.from({ length: 12 }, () => size));
    const sizes = [...Array.from({ length: count - smaller.length }, () => FULL), ...smaller];
    const locations: string[] = [];
    for (let from = 0; from < count; from += 12) {
      const batch = sizes
        .slice(from, from + 12)
        .map((size, index) => create({ size, address: addressOf(from + index) }));
      const taken = (await Promise.all(batch)).filter(({ status }) => status === 201);
      locations.push(...taken.map(locationOf));
    }
    return locations;
  };

  test('without a byte, 800 times from nine networks, does not keep others from uploading', async () => {
    rig = await openRig({ env: { TRUST_PROXY: '1', UPLOADS_TOTAL_MB: '65536' } });
    await announce(800, (index) => `203.0.113.${index % 9}`);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => uploadFrom(`198.51.100.${i}`)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204));
    expect((await uploadFrom('203.0.113.1')).status).toBe(204);
  });

  test('without a byte, 223 times from one network, does not keep that network from uploading', async () => {
    rig = await openRig({ env: { TRUST_PROXY: '1', UPLOADS_PER_CLIENT_MB: '16384' } });
    await announce(223, () => '203.0.113.7');
    const answers = await Promise.all(Array.from({ length: 10 }, () => uploadFrom('203.0.113.7')));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204));
  });

  test('with one byte each counts no more than the bytes that came, also after a restart', async () => {
    rig = await openRig({ env: { TRUST_PROXY: '1', UPLOADS_TOTAL_MB: '1000' } });
    const locations = await announce(60, (index) => `203.0.113.${index}`);
    await Promise.all(locations.map((location) => send(location, Buffer.from('%'))));
    expect((await uploadFrom('198.51.100.1')).status).toBe(204);
    rig = { ...rig, client: await rig.restart() };
    expect((await uploadFrom('198.51.100.2')).status).toBe(204);
  });

  test('as drafts for another device does not keep others from uploading', async () => {
    rig = await openRig({ env: { TRUST_PROXY: '1', UPLOADS_TOTAL_MB: '1000' } });
    const bytes = sealedBytes(1);
    for (let i = 0; i < 20; i += 1) {
      const { id, writer } = await transfersOf(rig.client).draft();
      const answer = await transfersOf(rig.client).addPiece(id, writer, bytes, { offset: 0, size: FULL });
      expect(viewIn(answer).bytes).toBe(1);
    }
    expect((await uploadFrom('198.51.100.1')).status).toBe(204);
  });

  test('is taken from the room for others for a quarter of an hour after its last byte, and no longer', async () => {
    let passedMs = 0;
    const env = { TRUST_PROXY: '1', UPLOADS_PER_CLIENT_MB: '1' };
    rig = await openRig({ env, clock: movedBy(() => passedMs) });
    const size = 900_000;
    const first = locationOf(await create({ size }));
    passedMs += 14 * 60_000;
    await send(first, Buffer.from('%'));
    passedMs += 14 * 60_000;
    expect((await create({ size })).status).toBe(413);
    passedMs += 2 * 60_000;
    expect((await create({ size })).status).toBe(201);
  });

  test('is bounded for a draft by its slots', async () => {
    rig = await openRig();
    const draftId = randomUUID();
    const slots = ['passport', 'cv', 'englishTest'];
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => create({ size: 1000, draftId, slot: slots[i % slots.length] ?? '' })),
    );
    const statuses = await Promise.all(answers.map((answer) => statusOf(locationOf(answer))));
    expect(statuses.filter((status) => status === 200)).toHaveLength(slots.length);
  });
});

describe('what arrives of more than was announced within a limit', () => {
  const bytes = makePdf({ bytes: 500_000 });
  /** Twenty at once, of which four megabytes hold seven. */
  const sendAll = async (addressOf: (index: number) => string) => {
    const created = await Promise.all(
      Array.from({ length: 20 }, (_, index) => create({ size: bytes.length, address: addressOf(index) })),
    );
    expect(created.map(({ status }) => status)).toEqual(created.map(() => 201));
    return Promise.all(created.map((answer) => send(locationOf(answer), bytes)));
  };

  test('stops at the limit of a client, however many requests bring it at once', async () => {
    rig = await openRig({ env: { TRUST_PROXY: '1', UPLOADS_PER_CLIENT_MB: '4' } });
    const answers = await sendAll(() => '203.0.113.7');
    expect(answers.filter(({ status }) => status === 204).length).toBeLessThanOrEqual(7);
    const refused = answers.filter(({ status }) => status !== 204);
    for (const answer of refused) expect(problemOf(answer)).toMatchObject({ status: 413, code: 'QUOTA_EXCEEDED' });
    expect((await uploadFrom('203.0.113.8')).status).toBe(204);
  });

  test('stops at the limit of all', async () => {
    rig = await openRig({ env: { TRUST_PROXY: '1', UPLOADS_TOTAL_MB: '4' } });
    const answers = await sendAll((index) => `203.0.113.${index}`);
    expect(answers.filter(({ status }) => status === 204).length).toBeLessThanOrEqual(7);
    const refused = answers.filter(({ status }) => status !== 204);
    for (const answer of refused) expect(problemOf(answer)).toMatchObject({ status: 507, code: 'STORAGE_FULL' });
  });
});

test('all clients together may announce so much and no more: 507, in words', async () => {
  rig = await openRig({ env: { TRUST_PROXY: '1', UPLOADS_TOTAL_MB: '1' } });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => create({ size: 300_000, address: `203.0.113.${i}` })),
  );
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused).toHaveLength(17);
  expect(problemOf(refused[0] as Answer)).toMatchObject({
    status: 507,
    code: 'STORAGE_FULL',
    detail: 'There is no room for this file at the moment. Please try again later.',
  });
});

describe('a draft', () => {
  test('holds one document in a slot: a newer one replaces the older', async () => {
    rig = await openRig();
    const draftId = randomUUID();
    const older = await rig.client.upload(draftId, 'photo-id', makePdf({ mark: 'older' }));
    const elsewhere = await rig.client.upload(draftId, 'residency-proof');
    const newer = await rig.client.upload(draftId, 'photo-id', makePdf({ mark: 'newer' }));
    expect(await statusOf(`/api/uploads/${older.uploadId}`)).toBe(404);
    expect(await isKept(older.uploadId)).toBe(false);
    expect(await Promise.all([elsewhere, newer].map(({ uploadId }) => isKept(uploadId)))).toEqual([true, true]);
  });

  test('holds one of many that are announced for a slot at once', async () => {
    rig = await openRig();
    const draftId = randomUUID();
    const answers = await Promise.all(Array.from({ length: 12 }, () => create({ size: 60 * MB, draftId })));
    const statuses = await Promise.all(answers.map((answer) => statusOf(locationOf(answer))));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  test('holds 100 MB over its slots, also when they are announced at once', async () => {
    rig = await openRig();
    const draftId = randomUUID();
    const slots = ['passport', 'cv', 'englishTest', 'year12Evidence'];
    const answers = await Promise.all(slots.map((slot) => create({ size: 60 * MB, draftId, slot })));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(3);
    expect(problemOf(refused[0] as Answer)).toMatchObject({ status: 413, code: 'FILE_SIZE_ERROR' });
  });

  test('keeps the document that its application has claimed beside a newer one, and continues', async () => {
    rig = await openRig();
    const id = randomUUID();
    const claimed = await rig.client.upload(id, 'photo-id');
    rig.upstream.next('studentFlow', { status: 400 });
    await rig.client.put(shortForm(id, claimed));
    await rig.client.settled(id);
    const newer = await rig.client.upload(id, 'photo-id', makePdf({ mark: 'newer' }));
    expect(await isKept(claimed.uploadId)).toBe(true);
    await rig.client.put(shortForm(id, newer));
    expect((await rig.client.settled(id)).status).toBe('processed');
  });

  test('whose application is done takes no more documents', async () => {
    rig = await openRig();
    const id = randomUUID();
    await rig.client.put(shortForm(id, await rig.client.upload(id, 'photo-id')));
    await rig.client.processed(id);
    const answer = await create({ size: 1000, draftId: id, slot: 'photo-id' });
    expect(problemOf(answer)).toMatchObject({
      status: 409,
      code: 'ALREADY_SUBMITTED',
      detail: 'This application has already been submitted.',
    });
  });
});

test('what no application needs is swept 24 hours after its last byte, of submitted drafts as well', async () => {
  rig = await openRig();
  const id = randomUUID();
  const first = await rig.client.upload(id, 'photo-id');
  rig.upstream.next('studentFlow', { status: 400 });
  await rig.client.put(shortForm(id, first));
  await rig.client.settled(id);
  const second = await rig.client.upload(id, 'photo-id', makePdf({ mark: 'second' }));
  await rig.client.put(shortForm(id, second));
  await rig.client.processed(id);
  const ofNobody = await rig.client.upload(randomUUID(), 'photo-id');
  const young = await rig.client.upload(randomUUID(), 'photo-id');
  await rig.stop();
  await makeOlder([first, second, ofNobody], new Date(Date.now() - DAY_MS - 3_600_000));
  await rig.restart();
  const kept = (documents: readonly DocumentEntry[]) => Promise.all(documents.map(({ uploadId }) => isKept(uploadId)));
  await expect.poll(() => kept([first, ofNobody])).toEqual([false, false]);
  expect(await kept([second, young])).toEqual([true, true]);
});

/** As if they had come that long ago: the clock itself is not moved, which a server would notice. */
async function makeOlder(documents: readonly DocumentEntry[], moment: Date): Promise<void> {
  const ledger = new DatabaseSync(path.join(rig.dataDir, 'ledger.sqlite'));
  for (const { uploadId } of documents) {
    ledger.prepare('update uploads set created_at = ? where id = ?').run(moment.toISOString(), uploadId);
    await utimes(fileOf(uploadId), moment, moment);
  }
  ledger.close();
}
