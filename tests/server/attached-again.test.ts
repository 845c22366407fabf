import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makePdf } from '#tests/support/pdf.ts';
import { type Application, type DocumentEntry, problemOf, stageOf } from './support/client.ts';
import { openRig, type Rig, stoppedClock } from './support/rig.ts';

let rig: Rig;
afterEach(() => rig.close());

const documentsOf = ({ body }: Application) => body.documents as readonly DocumentEntry[];

/** The same application with its documents attached once more, under other upload ids. */
async function attachedAgain(application: Application, bytesOf = (slot: string) => makePdf({ mark: slot })) {
  const documents = await Promise.all(
    documentsOf(application).map(({ slot }) => rig.client.upload(application.id, slot, bytesOf(slot))),
  );
  return { ...application, body: { ...application.body, documents } };
}

/** An accepted student application whose documents the file workflow turns away at its door, so that it stops. */
async function stoppedAtTheFiles(): Promise<Application> {
  const application = await rig.client.student();
  rig.upstream.next('fileWorkflow', { status: 401 });
  await rig.client.put(application);
  expect(stageOf(await rig.client.settled(application.id), 'file-forwarding').error?.code).toBe('CONFIGURATION_ERROR');
  return application;
}

const keysOf = (route: 'fileWorkflow' | 'studentFlow' | 'agentFlow') => rig.upstream.of(route).map(({ key }) => key);

test('the same documents under other upload ids continue an accepted application that stopped for something else', async () => {
  rig = await openRig();
  const application = await stoppedAtTheFiles();
  expect((await rig.client.put(await attachedAgain(application))).status).toBe(202);
  await rig.client.processed(application.id);
  expect(keysOf('fileWorkflow')).toEqual([application.id, application.id]);
  const [refused, taken] = rig.upstream.of('fileWorkflow');
  expect(taken?.body).toBe(refused?.body);
  expect([...rig.upstream.offers.values()]).toEqual([1]);
});

test('documents that were attached again for lost ones can be attached once more when the stage then stopped for good', async () => {
  rig = await openRig();
  const application = await rig.client.student();
  rig.upstream.next('studentWorkflow', { status: 400 });
  await rig.client.put(application);
  await rig.client.settled(application.id);
  for (const { uploadId } of documentsOf(application)) await rm(path.join(rig.dataDir, 'uploads', uploadId));
  await rig.client.put(application);
  await rig.client.settled(application.id);
  rig.upstream.next('fileWorkflow', { status: 401 });
  await rig.client.put(await attachedAgain(application));
  await rig.client.settled(application.id);
  // Its answer was lost: the applicant does not know that those were taken.
  expect((await rig.client.put(await attachedAgain(application))).status).toBe(202);
  await rig.client.processed(application.id);
  expect(new Set(keysOf('fileWorkflow'))).toEqual(new Set([application.id]));
});

test('another document or other answers do not continue an accepted application: ALREADY_SUBMITTED', async () => {
  rig = await openRig();
  const application = await stoppedAtTheFiles();
  const changes: readonly ((one: Application) => Promise<Application>)[] = [
    async (one) => ({ ...one, body: { ...one.body, values: { ...one.body.values, firstName: 'Someone' } } }),
    (one) => attachedAgain(one, (slot) => makePdf({ mark: `another ${slot}` })),
  ];
  for (const change of changes) {
    const refusal = await rig.client.put(await change(await attachedAgain(application)));
    expect([refusal.status, problemOf(refusal).code]).toEqual([409, 'ALREADY_SUBMITTED']);
  }
  expect(keysOf('fileWorkflow')).toEqual([application.id]);
});

test('a stage that is held for the staff is not called again for the same documents under other upload ids', async () => {
  rig = await openRig({ env: { UNKNOWN_OUTCOME: 'hold' } });
  const application = await rig.client.student();
  rig.upstream.next('fileWorkflow', 'unanswered');
  await rig.client.put(application);
  const held = await rig.client.settled(application.id);
  expect(stageOf(held, 'file-forwarding').error?.code).toBe('UNKNOWN_OUTCOME');
  const refusal = await rig.client.put(await attachedAgain(application));
  expect([refusal.status, problemOf(refusal).code]).toEqual([409, 'ALREADY_SUBMITTED']);
  expect(JSON.parse((await rig.client.get(`/api/submissions/${application.id}`)).text)).toEqual(held);
  expect(keysOf('fileWorkflow')).toEqual([application.id]);
});

test('a processed application takes nothing any more, nor the same documents under other upload ids', async () => {
  rig = await openRig();
  const application = await rig.client.student();
  const again = await attachedAgain(application);
  // The newer uploads took the places of those that no application had claimed.
  await rig.client.put(again);
  const processed = await rig.client.processed(application.id);
  const refusal = await rig.client.put(application);
  expect([refusal.status, problemOf(refusal).code]).toEqual([409, 'ALREADY_SUBMITTED']);
  expect(JSON.parse((await rig.client.get(`/api/submissions/${application.id}`)).text)).toEqual(processed);
  expect(keysOf('fileWorkflow')).toEqual([application.id]);
});

test.each([
  ['short', 'studentFlow'],
  ['agency', 'agentFlow'],
] as const)(
  'the unanswered call of a form (%s) is repeated alike, its document under another upload id',
  async (kind, flow) => {
    rig = await openRig({ clock: stoppedClock() });
    const application = await rig.client[kind]();
    rig.upstream.always(flow, 'unanswered');
    await rig.client.put(application);
    await rig.client.settled(application.id);
    rig.upstream.always(flow, undefined);
    expect((await rig.client.put(await attachedAgain(application))).status).toBe(202);
    await rig.client.processed(application.id);
    expect(new Set(keysOf(flow))).toEqual(new Set([application.id]));
    expect(new Set(rig.upstream.of(flow).map(({ body }) => body)).size).toBe(1);
  },
);
