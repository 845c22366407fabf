import { randomUUID } from 'node:crypto';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { Wrap } from '#server/outside.ts';
import { makePdf } from '#tests/support/pdf.ts';
import {
  type Answer,
  type Application,
  type Client,
  type DocumentEntry,
  problemOf,
  SHORT,
  stageOf,
} from './support/client.ts';
import { withFaults } from './support/faults.ts';
import { openRig, type Rig } from './support/rig.ts';

let rig: Rig;
afterEach(() => rig.close());

const TUS = { 'tus-resumable': '1.0.0' };
const remove = (client: Client, { uploadId }: DocumentEntry) =>
  client.send('DELETE', `/api/uploads/${uploadId}`, undefined, TUS);
const isKept = (uploadId: string) =>
  access(path.join(rig.dataDir, 'uploads', uploadId)).then(
    () => true,
    () => false,
  );

/** An application of the short form, with one document whose content nothing else has. */
async function prepared(bytes?: number): Promise<Application & { document: DocumentEntry; mark: string }> {
  const id = randomUUID();
  const mark = randomUUID();
  const document = await rig.client.upload(id, 'photo-id', makePdf({ mark, ...(bytes ? { bytes } : {}) }));
  return { id, path: `/api/short-applications/${id}`, body: { values: SHORT, documents: [document] }, document, mark };
}

/** Goes through without a single failure. */
async function goesThroughAtOnce(): Promise<void> {
  const honest = await prepared();
  expect((await rig.client.put(honest)).status).toBe(202);
  expect((await rig.client.settled(honest.id)).status).toBe('processed');
  expect(rig.upstream.of('studentFlow').filter(({ body }) => body.includes(honest.mark))).toHaveLength(1);
}

type Prepared = Awaited<ReturnType<typeof prepared>>;

/** Either the application was accepted and goes through with its document, or that was removed first; which it was. */
async function isAccepted({ id, document, mark }: Prepared, put: Answer, removal: Answer): Promise<boolean> {
  if (put.status === 422) {
    expect(problemOf(put).code).toBe('UPLOAD_MISMATCH');
    expect(removal.status).toBe(204);
    return false;
  }
  expect([put.status, removal.status]).toEqual([202, 409]);
  expect((await rig.client.settled(id)).status).toBe('processed');
  expect(rig.upstream.of('studentFlow').filter(({ body }) => body.includes(mark))).toHaveLength(1);
  expect(await isKept(document.uploadId)).toBe(true);
  return true;
}

describe('a document that is named and removed at the same moment', () => {
  test('is kept by every application that was accepted, and the next application goes through at once', async () => {
    rig = await openRig();
    for (let round = 0; round < 5; round += 1) {
      const applications = await Promise.all(Array.from({ length: 12 }, () => prepared()));
      const answers = applications.map((one) => Promise.all([rig.client.put(one), remove(rig.client, one.document)]));
      for (const [i, one] of applications.entries()) {
        const [put, removal] = (await answers[i]) as [Answer, Answer];
        await isAccepted(one, put, removal);
      }
    }
    await goesThroughAtOnce();
  });

  test('is kept or refused where the removal comes while the application is being written', async () => {
    let meanwhile = () => undefined as unknown;
    rig = await openRig({
      wrap: (name, port) =>
        withFaults(name, port, (point, call) => {
          if (point === 'before-ledger-write' && call === 'ledger.create') meanwhile();
        }),
    });
    for (let round = 0; round < 20; round += 1) {
      const one = await prepared();
      const removal = Promise.withResolvers<Answer>();
      meanwhile = () => remove(rig.client, one.document).then(removal.resolve, removal.reject);
      await isAccepted(one, await rig.client.put(one), await removal.promise);
    }
    meanwhile = () => undefined;
    await goesThroughAtOnce();
  });

  test('is missed by an application that had been judged when it was removed: it is refused, not accepted without', async () => {
    const removals: Answer[] = [];
    let one: Prepared | undefined;
    rig = await openRig({
      wrap: (name, port) =>
        withFaults(name, port, async (point, call) => {
          if (one === undefined || point !== 'before-ledger-write' || call !== 'ledger.create') return;
          const { document } = one;
          one = undefined;
          removals.push(await remove(rig.client, document));
        }),
    });
    const refused = await prepared();
    one = refused;
    const put = await rig.client.put(refused);
    expect(removals).toHaveLength(1);
    expect(await isAccepted(refused, put, removals[0] as Answer)).toBe(false);
    await goesThroughAtOnce();
  });

  test('stays where the application was accepted after its removal had been judged', async () => {
    const atTheLedger = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    rig = await openRig({
      wrap: (name, port) =>
        withFaults(name, port, (point, call) => {
          if (point !== 'before-ledger-write' || call !== 'uploads.deleteIfUnclaimed') return;
          atTheLedger.resolve();
          return goOn.promise;
        }),
    });
    const one = await prepared();
    const removal = remove(rig.client, one.document);
    await atTheLedger.promise;
    const put = await rig.client.put(one);
    goOn.resolve();
    expect(await isAccepted(one, put, await removal)).toBe(true);
    await goesThroughAtOnce();
  });
});

describe('a document that an application has claimed', () => {
  test('stays when it is removed: while that is under way, and after it was submitted', async () => {
    rig = await openRig();
    const application = await prepared();
    rig.upstream.next('studentFlow', { status: 400 });
    await rig.client.put(application);
    await rig.client.settled(application.id);
    const during = problemOf(await remove(rig.client, application.document));
    expect(during).toMatchObject({ status: 409, code: 'SUBMISSION_IN_PROGRESS' });
    await rig.client.put(application);
    await rig.client.processed(application.id);
    const after = problemOf(await remove(rig.client, application.document));
    expect(after).toMatchObject({ status: 409, code: 'ALREADY_SUBMITTED' });
    expect(await isKept(application.document.uploadId)).toBe(true);
  });

  test('is given up by a corrected application that names another one, and can be removed then', async () => {
    rig = await openRig();
    const application = await prepared();
    rig.upstream.next('studentFlow', { status: 400 });
    await rig.client.put(application);
    await rig.client.settled(application.id);
    const other = await rig.client.upload(application.id, 'photo-id', makePdf({ mark: 'another' }));
    rig.upstream.next('studentFlow', { status: 400 });
    await rig.client.put({ ...application, body: { ...application.body, documents: [other] } });
    await rig.client.settled(application.id);
    expect((await remove(rig.client, application.document)).status).toBe(204);
    expect((await remove(rig.client, other)).status).toBe(409);
  });
});

/** A server that cannot read documents for as long as `isBroken` says. */
async function openWithBrokenDisk(isBroken: () => boolean): Promise<void> {
  const fail = () => {
    throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
  };
  const wrap: Wrap = (name, port) =>
    name !== 'files'
      ? port
      : new Proxy(port, {
          get: (target, key) => {
            const isReading = key === 'read' || key === 'open';
            return isReading && isBroken() ? fail : Reflect.get(target, key);
          },
        });
  rig = await openRig({ wrap });
}

describe('documents that cannot be read', () => {
  test.each([
    ['small ones', undefined],
    ['large ones, which are read while they are sent', 400_000],
  ])('say nothing about the service that they go to: %s', async (_which, bytes) => {
    let isBroken = false;
    await openWithBrokenDisk(() => isBroken);
    const stuck = await Promise.all(Array.from({ length: 6 }, () => prepared(bytes)));
    isBroken = true;
    for (const application of stuck) {
      await rig.client.put(application);
      const settled = await rig.client.settled(application.id);
      expect(stageOf(settled, 'power-automate').error).toMatchObject({
        code: 'UNKNOWN_ERROR',
        message: 'Student application submission failed: Something went wrong on our side',
      });
      expect(settled.retryAt).toBeDefined();
    }
    isBroken = false;
    await goesThroughAtOnce();
    expect((await rig.client.get('/metrics')).text).not.toContain('outcome="unreachable"');
  });
});
