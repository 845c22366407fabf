import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { stageOf } from './support/client.ts';
import { openRig, type Rig } from './support/rig.ts';

let rig: Rig;
afterEach(() => rig.close());

test('a document that changed after its arrival is never forwarded whole: UNKNOWN_ERROR, not tried again', async () => {
  rig = await openRig();
  const application = await rig.client.student();
  const [document] = application.body.documents as { uploadId: string }[];
  const file = path.join(rig.dataDir, 'uploads', document?.uploadId ?? '');
  const bytes = await readFile(file);
  await writeFile(file, bytes.with(100, (bytes[100] ?? 0) ^ 1));
  await rig.client.put(application);
  const settled = await rig.client.settled(application.id);
  expect(stageOf(settled, 'file-forwarding')).toMatchObject({
    state: 'error',
    error: {
      code: 'UNKNOWN_ERROR',
      message: 'File forwarding failed',
      detail: 'Please attach these documents again: Evidence of Year 12 or Vocational Education',
    },
  });
  expect(settled.retryAt).toBeUndefined();
  expect(rig.upstream.of('fileWorkflow')).toEqual([]);
});

test('documents that are all gone: NO_FILES_ERROR, and nothing is sent', async () => {
  rig = await openRig();
  const application = await rig.client.student();
  const documents = application.body.documents as { uploadId: string }[];
  rig.upstream.next('studentWorkflow', { status: 400 });
  await rig.client.put(application);
  await rig.client.settled(application.id);
  for (const { uploadId } of documents) await rm(path.join(rig.dataDir, 'uploads', uploadId));
  await rig.client.put(application);
  const settled = await rig.client.settled(application.id);
  expect(stageOf(settled, 'file-forwarding')).toMatchObject({
    state: 'error',
    error: { code: 'NO_FILES_ERROR', message: 'File forwarding failed', detail: 'No valid files to submit' },
  });
  expect(rig.upstream.of('fileWorkflow')).toEqual([]);
});
