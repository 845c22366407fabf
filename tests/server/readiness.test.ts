import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Wrap } from '#server/outside.ts';
import { needs } from '#tests/support/needs.ts';
import { makePdf } from '#tests/support/pdf.ts';
import { problemOf } from './support/client.ts';
import { openRig, type Rig } from './support/rig.ts';
import {
  CAN_MOUNT,
  CAN_MOUNT_FILES,
  mountBreakableDisk,
  mountSmallDisk,
  type SmallDisk,
} from './support/small-disk.ts';

const MB = 1024 * 1024;

let rig: Rig;
let disk: Pick<SmallDisk, 'close'> | undefined;
afterEach(async () => {
  await rig.close();
  await disk?.close();
  disk = undefined;
});

/** Asks until the server says that exactly these parts cannot be used; the last answer. */
async function expectNotReady(parts: readonly string[]): Promise<string> {
  return vi.waitFor(
    async () => {
      const { status, text } = await rig.client.get('/readyz');
      expect({ status, ...JSON.parse(text) }).toMatchObject({ status: 503, code: 'UNAVAILABLE', parts });
      return text;
    },
    { timeout: 20_000, interval: 200 },
  );
}

const expectReady = () =>
  vi.waitFor(async () => expect(await rig.client.get('/readyz')).toMatchObject({ status: 200 }), {
    timeout: 20_000,
    interval: 200,
  });

test('requests for readiness are answered without a write each: one try is good for all of a moment', async () => {
  const tries = { ledger: 0, files: 0 };
  const tried: Wrap = (name, port) =>
    name !== 'ledger' && name !== 'files'
      ? port
      : new Proxy(port, {
          get: (target, property) => {
            const value = Reflect.get(target, property);
            if (property !== 'assertWritable') return typeof value === 'function' ? value.bind(target) : value;
            return async () => {
              tries[name] += 1;
            };
          },
        });
  // However late a disk is, and a machine that answers a hundred requests: all of them come at one moment.
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  rig = await openRig({ wrap: tried });
  const answers = await Promise.all(Array.from({ length: 100 }, () => rig.client.get('/readyz')));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['200 {"status":"ready"}']));
  expect(tries).toEqual({ ledger: 1, files: 1 });
});

test('a server whose uploads cannot be written is not ready, and names them without their place', async () => {
  rig = await openRig();
  await rm(path.join(rig.dataDir, 'uploads'), { recursive: true });
  const text = await expectNotReady(['uploads']);
  expect(text).toContain('The uploads cannot be written.');
  expect(text).not.toContain(rig.dataDir);
  expect(text).not.toContain('ENOENT');
});

describe('on a disk that fills', needs(CAN_MOUNT, 'to mount a disk needs root'), () => {
  test('a server is not ready: first for uploads, then for the ledger, too; and is ready when there is room again', async () => {
    const small = await mountSmallDisk(64);
    disk = small;
    rig = await openRig({ dataDir: small.dataDir });
    await expectReady();
    await small.fillUntilLeft(8 * MB);
    await expectNotReady(['uploads']);
    await small.fillUntilLeft(0);
    await expectNotReady(['ledger', 'uploads']);
    await small.free();
    await expectReady();
  });
});

const mounts = needs(CAN_MOUNT_FILES, 'to mount a file as a disk needs root, loop devices and mkfs.ext4');

describe('on a disk that can only be read any more', mounts, () => {
  test('a server is not ready, neither for the ledger nor for uploads', async () => {
    const breakable = await mountBreakableDisk();
    disk = breakable;
    rig = await openRig({ dataDir: breakable.dataDir });
    await expectReady();
    breakable.break();
    const text = await expectNotReady(['ledger', 'uploads']);
    expect(text).not.toContain(breakable.dataDir);
    expect((await rig.client.get('/healthz')).status).toBe(200);
  });

  test('applications and documents are refused with words, each as something that can be sent again', async () => {
    const breakable = await mountBreakableDisk();
    disk = breakable;
    rig = await openRig({ dataDir: breakable.dataDir });
    const { client, upstream } = rig;
    const facts = { draftId: randomUUID(), slot: 'cv', name: 'cv.pdf' };
    const bytes = makePdf({ bytes: 6000 });
    const location = (await client.createUpload({ ...facts, size: bytes.length })).headers.get('location') ?? '';
    const [stopped, fresh] = [await client.student(), await client.student()];
    upstream.always('studentWorkflow', { status: 400 });
    await client.put(stopped);
    await client.settled(stopped.id);
    breakable.break();
    const answers = [
      await client.put(fresh),
      await client.put(stopped),
      await client.createUpload({ ...facts, size: 1000 }),
      await client.patch(location, 0, bytes),
    ];
    for (const answer of answers) {
      expect(problemOf(answer)).toMatchObject({
        status: 503,
        code: 'UNAVAILABLE',
        detail: 'This could not be stored at the moment. It can be sent again: nothing is taken twice.',
      });
    }
    expect((await client.get(`/api/submissions/${stopped.id}`)).status).toBe(200);
  });
});
