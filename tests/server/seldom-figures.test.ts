import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { withFaults } from './support/faults.ts';
import { openRig, type Rig } from './support/rig.ts';

let rig: Rig;
afterEach(() => rig.close());

/** A figure of the server as it is now; undefined where there is none of that name and these labels. */
async function figure(name: string): Promise<number | undefined> {
  const line = (await rig.client.get('/metrics')).text.split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.split(' ')[1]);
}

test('what should never happen is a figure from the start, at 0, so that the first time is an increase', async () => {
  rig = await openRig();
  const repeated = ['cricos-submission', 'power-automate', 'file-forwarding'].map(
    (stage) => `calls_repeated_total{stage="${stage}"}`,
  );
  const faults = ['faults_total{of="stage"}', 'faults_total{of="answer"}'];
  const stages = ['cricos-submission', 'power-automate', 'file-forwarding', 'completion'];
  const stopped = stages.map((stage) => `submissions_stopped{stage="${stage}"}`);
  for (const name of [...faults, 'documents_skipped', 'submissions_misconfigured', ...repeated, ...stopped]) {
    expect(await figure(name), name).toBe(0);
  }
});

test('an answer of 500 is counted as a fault, and what was refused to a client is none', async () => {
  rig = await openRig({
    wrap: (name, port) =>
      withFaults(name, port, (point, call) => {
        if (point === 'before-call' && call === 'ledger.find') throw new Error('an internal fault');
      }),
  });
  expect((await rig.client.get('/api/nothing')).status).toBe(404);
  expect(await figure('faults_total{of="answer"}')).toBe(0);
  expect((await rig.client.get(`/api/submissions/${randomUUID()}`)).status).toBe(500);
  expect(await figure('faults_total{of="answer"}')).toBe(1);
});

test('a part that cannot be written is shown as such, and the 503 of /readyz is no fault', async () => {
  rig = await openRig();
  await expect.poll(() => figure('part_ready{part="uploads"}')).toBe(1);
  await rm(path.join(rig.dataDir, 'uploads'), { recursive: true });
  await expect.poll(() => figure('part_ready{part="uploads"}')).toBe(0);
  await expect.poll(() => figure('part_ready{part="ledger"}')).toBe(1);
  expect((await rig.client.get('/readyz')).status).toBe(503);
  expect(await figure('faults_total{of="answer"}')).toBe(0);
});

test('an application that continues without its documents is counted, after a restart as well', async () => {
  rig = await openRig({ env: { FILE_WORKFLOW_URL: undefined } });
  const application = await rig.client.student();
  await rig.client.put(application);
  await rig.client.processed(application.id);
  expect(await figure('documents_skipped')).toBe(1);
  const client = await rig.restart();
  expect((await client.get('/metrics')).text).toMatch(/^documents_skipped 1$/m);
});

test('an application that stopped, or that waits for the college, is counted by its stage', async () => {
  rig = await openRig();
  rig.upstream.next('fileWorkflow', { status: 400 }, { status: 404 });
  for (let applications = 0; applications < 2; applications += 1) {
    const application = await rig.client.student();
    await rig.client.put(application);
    await rig.client.settled(application.id);
  }
  expect(await figure('submissions_stopped{stage="file-forwarding"}')).toBe(1);
  expect(await figure('submissions_misconfigured')).toBe(1);
});
