/** @module-tag slow */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256 } from '../support/pdf.ts';
import { documentOf, nameOf, RELEASE_NAMES, type ReopenedLedger, reopenRelease } from '../support/release.ts';
import { reopenNodes } from '../support/release-nodes.ts';
import { Client } from './support/client.ts';

const KEPT = RELEASE_NAMES.flatMap((name) => [
  ['the data directory', name, reopenRelease] as const,
  ['the PostgreSQL and the bucket', name, reopenNodes] as const,
]);

describe.each(KEPT)('%s of release %s', (_where, name, reopen) => {
  let release: ReopenedLedger;
  let client: Client;
  beforeAll(async () => {
    release = await reopen(name);
    client = new Client(release.product.url);
  });
  afterAll(() => release[Symbol.asyncDispose]());

  /** The bodies that a service had heard under a key when the release was recorded. */
  const heardThen = (service: string, key: string) =>
    release.recorded.received.filter((call) => call.service === service && call.key === key).map(({ body }) => body);
  const heardNow = (service: 'offers' | 'student-workflow', idempotencyKey: string) =>
    release.mocks.received({ service, idempotencyKey }).map(({ body }) => body);
  const effects = (service: 'offers' | 'student-workflow' | 'file-workflow', id: string) =>
    release.mocks.effects(service).filter(({ key }) => key === id).length;
  const documentsOf = (person: Readonly<Record<string, string>>) =>
    release.typed.requiredDocuments.map((slot) => documentOf(nameOf(person), slot));
  const forwarded = (idempotencyKey: string) =>
    release.mocks
      .received({ service: 'file-workflow', idempotencyKey })
      .map(({ files }) => files?.map((file) => [file.filename, file.sha256]));
  const asAttached = (which: 'waiting' | 'underWay' | 'confirmed') => [
    documentsOf(release.typed.sent[which]).map((file) => [file.name, sha256(file.bytes)]),
  ];

  test('an application that was finished stays so under its OfferId, and nothing of it is sent again', async () => {
    const { ids } = release.recorded;
    const [{ OfferId } = {}] = heardThen('offers', ids.finished);
    expect(await client.processed(ids.finished)).toMatchObject({ status: 'processed', offerId: OfferId });
    for (const id of [ids.waiting, ids.underWay]) await client.processed(id);
    expect(release.mocks.received().filter(({ idempotencyKey }) => idempotencyKey === ids.finished)).toEqual([]);
  });

  test('an application that waited for another try continues automatically where it had stopped, with the same body', async () => {
    const { waiting } = release.recorded.ids;
    const [sent] = heardThen('student-workflow', waiting);
    const done = await client.processed(waiting);
    expect(done.offerId).toBe(sent?.OfferId);
    expect(heardNow('student-workflow', waiting)).toEqual([sent]);
    expect(effects('student-workflow', waiting)).toBe(1);
    // The records had the offer already.
    expect(heardNow('offers', waiting)).toEqual([]);
    expect(forwarded(waiting)).toEqual(asAttached('waiting'));
  });

  test('an application whose offer was sent and never answered sends the same offer once more, and continues', async () => {
    const { underWay } = release.recorded.ids;
    const [sent] = heardThen('offers', underWay);
    const done = await client.processed(underWay);
    expect(done.offerId).toBe(sent?.OfferId);
    expect(heardNow('offers', underWay)).toEqual([sent]);
    expect(release.mocks.offers().filter(({ offerId }) => offerId === sent?.OfferId)).toHaveLength(1);
    expect(effects('student-workflow', underWay)).toBe(1);
    expect(forwarded(underWay)).toEqual(asAttached('underWay'));
  });

  test('a page of that release that is still open sends its application, with the documents that it had uploaded then', async () => {
    const { put, ids } = release.recorded;
    expect((await client.put(put)).status).toBe(202);
    await client.processed(ids.confirmed);
    expect((await client.put(put)).status).toBe(200);
    expect(effects('offers', ids.confirmed)).toBe(1);
    expect(effects('student-workflow', ids.confirmed)).toBe(1);
    expect(forwarded(ids.confirmed)).toEqual(asAttached('confirmed'));
  });
});

test.each(RELEASE_NAMES)(
  'an upload that was under way in release %s continues at the byte where it stopped',
  async (name) => {
    await using release = await reopenRelease(name);
    const client = new Client(release.product.url);
    const { slot, sent } = release.typed.partUpload;
    const { bytes } = documentOf('half', slot);
    const place = `/api/uploads/${release.recorded.partUpload.id}`;
    const { headers } = await client.send('HEAD', place, undefined, { 'tus-resumable': '1.0.0' });
    expect([headers.get('upload-offset'), headers.get('upload-length')]).toEqual([String(sent), String(bytes.length)]);
    const patched = await client.patch(place, sent, bytes.subarray(sent));
    expect(patched.headers.get('upload-offset')).toBe(String(bytes.length));
  },
);
