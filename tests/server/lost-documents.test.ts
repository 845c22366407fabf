import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Submission } from '#domain/submission/submission.ts';
import { createS3Files } from '#server/adapters/s3/files.ts';
import { makePdf } from '#tests/support/pdf.ts';
import { type S3, startS3 } from '#tests/support/s3-server/server.ts';
import { type Application, type DocumentEntry, problemOf, stageOf, submissionOf } from './support/client.ts';
import { withFaults } from './support/faults.ts';
import { openRig, type Rig, stoppedClock } from './support/rig.ts';

const LOST = 'This document was lost on our side. Please attach the same file again.';
const DAMAGED = 'This document was damaged on our side. Please attach the same file again.';

let rig: Rig;
let s3: S3 | undefined;
/** Takes the bytes of an upload away behind the server's back. */
let lose: (uploadId: string) => Promise<void>;
const fileOf = (uploadId: string) => path.join(rig.dataDir, 'uploads', uploadId);

async function openOnDisk() {
  rig = await openRig({ clock: stoppedClock() });
  lose = (uploadId) => rm(fileOf(uploadId));
}

async function openOnBucket() {
  s3 = await startS3({ port: 0, bucket: 'uploads' });
  rig = await openRig({ env: s3.env });
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = s3.env;
  const settings = {
    bucket: 'uploads',
    endpoint: s3.url,
    region: 'ap-southeast-2',
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  };
  const files = createS3Files({ settings, lifeMs: 86_400_000 });
  lose = files.remove;
}

afterEach(async () => {
  await rig.close();
  await s3?.close();
  s3 = undefined;
});

const documentsOf = ({ body }: Application) => body.documents as readonly DocumentEntry[];
const withDocuments = (application: Application, documents: readonly object[]): Application => ({
  ...application,
  body: { ...application.body, documents },
});
const errorsOf = (submission: Submission, stage: string) => stageOf(submission, stage).error?.errors;

/** Brings documents of these slots once more, as the client's helper makes them, the others as they were. */
const bringAgain = async (application: Application, slots: readonly string[], bytes?: Buffer): Promise<Application> => {
  const documents = documentsOf(application).map((document) =>
    slots.includes(document.slot) ? rig.client.upload(application.id, document.slot, bytes) : document,
  );
  return withDocuments(application, await Promise.all(documents));
};

/** An application whose offer was accepted and whose documents were lost before they were forwarded. */
async function acceptedWithout(slots: readonly string[]): Promise<Application> {
  const application = await rig.client.student();
  rig.upstream.next('studentWorkflow', { status: 400 });
  await rig.client.put(application);
  await rig.client.settled(application.id);
  for (const { slot, uploadId } of documentsOf(application)) if (slots.includes(slot)) await lose(uploadId);
  expect((await rig.client.put(application)).status).toBe(202);
  await rig.client.settled(application.id);
  return application;
}

describe.each([
  ['a disk', openOnDisk],
  ['a bucket', openOnBucket],
])('documents of an accepted application that are lost from %s', (_name, open) => {
  beforeEach(open);

  test('are named by slot and waited for; brought again they are forwarded, and nothing else is repeated', async () => {
    const application = await acceptedWithout(['passport', 'englishTest']);
    const stopped = submissionOf(await rig.client.get(`/api/submissions/${application.id}`));
    expect(stopped.status).toBe('error');
    expect(stopped.retryAt).toBeUndefined();
    expect(stageOf(stopped, 'file-forwarding').error).toMatchObject({
      code: 'UNKNOWN_ERROR',
      message: 'File forwarding failed',
      detail: 'Please attach these documents again: Current Passport, ELICOS Training Offer',
      errors: [
        { field: 'passport', message: LOST, technical: 'document-missing' },
        { field: 'englishTest', message: LOST, technical: 'document-missing' },
      ],
    });
    const before = rig.upstream.calls.length;
    const again = await bringAgain(application, ['passport', 'englishTest']);
    const answer = await rig.client.put(again);
    expect(answer.status).toBe(202);
    const processed = await rig.client.processed(application.id);
    expect(processed.offerId).toBe(stopped.offerId);
    expect(rig.upstream.calls.slice(before).map(({ route, key }) => [route, key])).toEqual([
      ['fileWorkflow', application.id],
    ]);
    const { files } = JSON.parse(rig.upstream.of('fileWorkflow')[0]?.body ?? '');
    expect(files).toEqual(
      documentsOf(application).map(({ slot, name }) => ({
        filename: name,
        slot,
        content: makePdf({ mark: slot }).toString('base64'),
      })),
    );
    expect((await rig.client.put(again)).status).toBe(200);
    const kept = [...documentsOf(application), ...documentsOf(again)].map(async ({ uploadId }) => {
      const answer = await rig.client.send('DELETE', `/api/uploads/${uploadId}`, undefined, {
        'tus-resumable': '1.0.0',
      });
      return [uploadId, answer.status !== 204 && answer.status !== 404];
    });
    const named = new Set(documentsOf(again).map(({ uploadId }) => uploadId));
    for (const [uploadId, isKept] of await Promise.all(kept)) expect(isKept).toBe(named.has(String(uploadId)));
  });

  test('are all gone: NO_FILES_ERROR, and all can be brought again', async () => {
    const slots = ['year12Evidence', 'passport', 'englishTest', 'academicQualifications'];
    const application = await acceptedWithout(slots);
    const stopped = submissionOf(await rig.client.get(`/api/submissions/${application.id}`));
    expect(stageOf(stopped, 'file-forwarding').error).toMatchObject({
      code: 'NO_FILES_ERROR',
      detail: 'No valid files to submit',
    });
    expect(errorsOf(stopped, 'file-forwarding')?.map(({ field }) => field)).toEqual(slots);
    await rig.client.put(await bringAgain(application, slots));
    await rig.client.processed(application.id);
    expect(rig.upstream.of('fileWorkflow')).toHaveLength(1);
    expect([...rig.upstream.offers.values()]).toEqual([1]);
  });
});

describe('a document that is whole by the register', () => {
  test('is not asked for before it is read: the store only opens each of an application, once', async () => {
    const asked: string[] = [];
    rig = await openRig({
      wrap: (name, port) =>
        withFaults(name, port, (point, call) => {
          if (point === 'before-call') asked.push(call);
        }),
    });
    const application = await rig.client.student();
    asked.length = 0;
    await rig.client.put(application);
    await rig.client.processed(application.id);
    const opened = documentsOf(application).map(() => 'files.open');
    expect(asked.filter((call) => call.startsWith('files.'))).toEqual(opened);
  });

  test.each([
    ['a disk', openOnDisk, undefined],
    ['a disk, too large to be sent in one piece', openOnDisk, 400_000],
    ['a bucket', openOnBucket, undefined],
  ])('and gone from %s before its PUT is noticed where it is forwarded, and asked for', async (_from, open, bytes) => {
    await open();
    const application = await rig.client.student();
    const [first, ...others] = documentsOf(application);
    const content = makePdf({ mark: first?.slot ?? '', ...(bytes ? { bytes } : {}) });
    const brought = await rig.client.upload(application.id, first?.slot ?? '', content);
    const named = withDocuments(application, [brought, ...others]);
    await lose(brought.uploadId);
    expect((await rig.client.put(named)).status).toBe(202);
    const stopped = await rig.client.settled(application.id);
    expect(stageOf(stopped, 'file-forwarding').error).toMatchObject({
      message: 'File forwarding failed',
      detail: 'Please attach these documents again: Evidence of Year 12 or Vocational Education',
      errors: [{ field: 'year12Evidence', message: LOST, technical: 'document-missing' }],
    });
    expect(stopped.retryAt).toBeUndefined();
    expect(rig.upstream.of('fileWorkflow')).toEqual([]);
    await rig.client.put(await bringAgain(named, ['year12Evidence'], content));
    expect((await rig.client.processed(application.id)).offerId).toBe(stopped.offerId);
    expect([...rig.upstream.offers.values()]).toEqual([1]);
  });

  test('but was found lost is asked for again until its bytes are there', async () => {
    await openOnDisk();
    const application = await acceptedWithout(['passport', 'englishTest']);
    const one = await bringAgain(application, ['passport']);
    const refusal = await rig.client.put(one);
    expect([refusal.status, problemOf(refusal).code]).toEqual([422, 'UPLOAD_MISMATCH']);
    expect(Object.keys(problemOf(refusal).fieldErrors ?? {})).toEqual(['englishTest']);
    await rig.client.put(await bringAgain(one, ['englishTest']));
    await rig.client.processed(application.id);
  });
});

describe('what is brought in place of a lost document', () => {
  beforeEach(openOnDisk);

  test('is refused where it is another file, by name and in words; the right one is taken afterwards', async () => {
    const application = await acceptedWithout(['passport']);
    const other = await bringAgain(application, ['passport'], makePdf({ mark: 'somebody else' }));
    const refusal = await rig.client.put(other);
    expect(refusal.status).toBe(422);
    expect(problemOf(refusal)).toMatchObject({
      code: 'UPLOAD_MISMATCH',
      detail: 'This is not the file that was submitted: Current Passport. Please attach the same file again.',
      fieldErrors: { passport: 'This is not the file that was submitted.' },
    });
    await rig.client.put(await bringAgain(application, ['passport']));
    await rig.client.processed(application.id);
  });

  test('does not let other answers in: ALREADY_SUBMITTED, as ever', async () => {
    const application = await acceptedWithout(['passport']);
    const again = await bringAgain(application, ['passport']);
    const values = { ...again.body.values, firstName: 'Someone' };
    const refusal = await rig.client.put({ ...again, body: { ...again.body, values } });
    expect([refusal.status, problemOf(refusal).code]).toEqual([409, 'ALREADY_SUBMITTED']);
  });

  test('does not let a further document in: ALREADY_SUBMITTED', async () => {
    const application = await acceptedWithout(['passport']);
    const again = await bringAgain(application, ['passport']);
    const cv = await rig.client.upload(application.id, 'cv');
    const refusal = await rig.client.put(withDocuments(again, [...documentsOf(again), cv]));
    expect([refusal.status, problemOf(refusal).code]).toEqual([409, 'ALREADY_SUBMITTED']);
  });
});

describe('documents that are not what they were', () => {
  beforeEach(openOnDisk);

  test('are named, all of them, though only the content tells', async () => {
    const application = await rig.client.student();
    const damaged = documentsOf(application).filter(({ slot }) => slot !== 'passport');
    for (const { uploadId } of damaged) {
      const bytes = await readFile(fileOf(uploadId));
      await writeFile(fileOf(uploadId), bytes.with(100, (bytes[100] ?? 0) ^ 1));
    }
    await rig.client.put(application);
    const stopped = await rig.client.settled(application.id);
    expect(errorsOf(stopped, 'file-forwarding')).toEqual(
      damaged.map(({ slot }) => ({ field: slot, message: DAMAGED, technical: 'document-changed' })),
    );
    expect(rig.upstream.of('fileWorkflow')).toEqual([]);
    const slots = damaged.map(({ slot }) => slot);
    await rig.client.put(await bringAgain(application, slots));
    await rig.client.processed(application.id);
  });
});

describe.each([
  ['short', 'studentFlow', 'photo-id', 'Student application submission failed: No valid files to submit'],
  ['agency', 'agentFlow', 'agent-introduction', 'Agent application submission failed: No valid files to submit'],
] as const)('the document of a %s application that is lost before it is sent', (kind, flow, slot, message) => {
  beforeEach(openOnDisk);

  test('is named, and the application is sent once it was brought again, under the same key', async () => {
    const application = await rig.client[kind]();
    rig.upstream.next(flow, { status: 400 });
    await rig.client.put(application);
    await rig.client.settled(application.id);
    await lose(documentsOf(application)[0]?.uploadId ?? '');
    await rig.client.put(application);
    const stopped = await rig.client.settled(application.id);
    expect(stageOf(stopped, 'power-automate').error).toMatchObject({
      code: 'NO_FILES_ERROR',
      message,
      errors: [{ field: slot, message: LOST, technical: 'document-missing' }],
    });
    expect(stopped.retryAt).toBeUndefined();
    expect((await rig.client.put(await bringAgain(application, [slot]))).status).toBe(202);
    await rig.client.processed(application.id);
    expect(rig.upstream.of(flow).map(({ key }) => key)).toEqual([application.id, application.id]);
  });

  test('does not settle a call before it that was not answered: only the same document is taken', async () => {
    const application = await rig.client[kind]();
    rig.upstream.always(flow, 'unanswered');
    await rig.client.put(application);
    await rig.client.settled(application.id);
    rig.upstream.always(flow, undefined);
    await lose(documentsOf(application)[0]?.uploadId ?? '');
    await rig.client.put(application);
    await rig.client.settled(application.id);
    const other = await bringAgain(application, [slot], makePdf({ mark: 'another' }));
    expect(problemOf(await rig.client.put(other)).code).toBe('UPLOAD_MISMATCH');
    await rig.client.put(await bringAgain(application, [slot]));
    await rig.client.processed(application.id);
    expect(new Set(rig.upstream.of(flow).map(({ key }) => key))).toEqual(new Set([application.id]));
  });
});
