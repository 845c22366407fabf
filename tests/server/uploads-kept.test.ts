import { randomUUID } from 'node:crypto';
import { access, type FileHandle, open as openFile, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Wrap } from '#server/outside.ts';
import { makePdf, sha256 } from '#tests/support/pdf.ts';
import { problemOf } from './support/client.ts';
import { movedBy, openRig, type Rig, type RigOptions } from './support/rig.ts';

let rig: Rig;
const open = async (options?: RigOptions) => {
  rig = await openRig(options);
};
afterEach(async () => {
  vi.restoreAllMocks();
  await rig.close();
});

const DAY_MS = 86_400_000;
const TUS = { 'tus-resumable': '1.0.0' };
const FILE = makePdf({ bytes: 2 * 1024 * 1024 });
const idOf = (location: string) => location.split('/').at(-1) ?? '';
const fileOf = (location: string) => path.join(rig.dataDir, 'uploads', idOf(location));
const sizeOf = async (location: string) => (await stat(fileOf(location))).size;
const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

async function create(size = FILE.length): Promise<string> {
  const answer = await rig.client.createUpload({ draftId: randomUUID(), slot: 'cv', name: 'cv.pdf', size });
  expect(answer.status).toBe(201);
  return answer.headers.get('location') ?? '';
}

async function offsetOf(location: string): Promise<number> {
  const answer = await rig.client.send('HEAD', location, undefined, TUS);
  return Number(answer.headers.get('upload-offset'));
}

/**
 * Announces all of the file, hands a part of it to the connection, and leaves that open. The server may not have read the
 * part yet: any other request for the upload ends this one, and bytes that were not read are then sent again.
 */
function begin(location: string, bytes: Buffer): Promise<http.ClientRequest> {
  const headers = { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
  const request = http.request(rig.client.url + location, {
    method: 'PATCH',
    agent: false,
    headers: { ...headers, 'content-length': FILE.length },
  });
  request.on('error', () => undefined);
  return new Promise((resolve) => request.write(bytes, () => resolve(request)));
}

describe('what a server has received', () => {
  test('is kept to the last byte when the connection is cut', async () => {
    await open();
    for (const bytes of [1, 65_536, 300_000, 1_500_001]) {
      const location = await create();
      const request = await begin(location, FILE.subarray(0, bytes));
      request.destroy();
      // Asked for the offset now, the server would end the request before it had read all of it.
      await expect.poll(() => sizeOf(location)).toBe(bytes);
      expect(await offsetOf(location)).toBe(bytes);
    }
  });

  test('is kept when the client comes back on another connection while the old one seems alive', async () => {
    await open();
    const location = await create();
    const dead = await begin(location, FILE.subarray(0, 700_000));
    await expect.poll(() => sizeOf(location)).toBe(700_000);
    expect(await offsetOf(location)).toBe(700_000);
    expect((await rig.client.patch(location, 700_000, FILE.subarray(700_000))).status).toBe(204);
    expect(sha256(await readFile(fileOf(location)))).toBe(sha256(FILE));
    dead.destroy();
  });

  test('continues over separate connections from then on, on which browsers do not repeat requests', async () => {
    await open();
    const location = await create();
    /** Of the answer to a request that brings nothing, over a connection that could be used again. */
    const connection = async (offset: number) => {
      const headers = { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) };
      const answer = await fetch(rig.client.url + location, { method: 'PATCH', headers, body: '' });
      return answer.headers.get('connection');
    };
    expect(await connection(0)).toBe('keep-alive');
    (await begin(location, FILE.subarray(0, 70_000))).destroy();
    await expect.poll(() => sizeOf(location)).toBe(70_000);
    await expect.poll(() => connection(70_000)).toBe('close');
  });

  test('is no more than was announced', async () => {
    await open();
    const location = await create(1000);
    expect(problemOf(await rig.client.patch(location, 0, FILE.subarray(0, 1001))).code).toBe('BODY_TOO_LARGE');
    expect(await offsetOf(location)).toBe(0);
  });
});

describe('an upload in several requests', () => {
  const inPieces = async (location: string, pieces: readonly number[], from = 0) => {
    let at = from;
    for (const end of pieces) {
      expect((await rig.client.patch(location, at, FILE.subarray(at, end))).status).toBe(204);
      at = end;
    }
  };
  const createWith = async (sum: string) => {
    const wanted = { draftId: randomUUID(), slot: 'cv', name: 'cv.pdf', size: FILE.length, sha256: sum };
    return (await rig.client.createUpload(wanted)).headers.get('location') ?? '';
  };
  let read = 0;
  /** Counts how often a file is opened for reading. */
  const counting: Wrap = (name, port) =>
    name !== 'files'
      ? port
      : new Proxy(port, {
          get(files, key) {
            if (key === 'open') read += 1;
            return Reflect.get(files, key);
          },
        });

  test('is judged by all of its content, and not read again for that', async () => {
    read = 0;
    await open({ wrap: counting });
    const location = await createWith(sha256(FILE));
    await inPieces(location, [1, 500_000, 1_500_000, FILE.length]);
    expect(read).toBe(0);
    const other = await createWith('0'.repeat(64));
    await inPieces(other, [500_000]);
    const answer = await rig.client.patch(other, 500_000, FILE.subarray(500_000));
    expect(problemOf(answer)).toMatchObject({ status: 422, code: 'UPLOAD_MISMATCH' });
  });

  test('one of which the server knows nothing any more is read', async () => {
    read = 0;
    await open({ wrap: counting });
    const location = await createWith(sha256(FILE));
    await inPieces(location, [500_000]);
    const again = await rig.restart();
    expect((await again.patch(location, 500_000, FILE.subarray(500_000))).status).toBe(204);
    expect(read).toBe(1);
  });
});

describe('a disk without room', () => {
  /** Room as a test says, on a disk that has plenty. */
  const withRoom =
    (room: { bytes: number }): Wrap =>
    (name, port) =>
      name === 'files' ? { ...port, room: async () => room.bytes } : port;

  test('is reported before a byte comes, and what was accepted stays whole', async () => {
    const room = { bytes: 100 * 1024 * 1024 };
    await open({ wrap: withRoom(room) });
    const application = await rig.client.student();
    const begun = await create();
    room.bytes = 1000;
    const refusals = [
      await rig.client.createUpload({ draftId: randomUUID(), slot: 'cv', name: 'cv.pdf', size: 5000 }),
      await rig.client.patch(begun, 0, FILE),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([507, 507]);
    expect(refusals.map((answer) => problemOf(answer))).toMatchObject([
      { code: 'STORAGE_FULL' },
      { code: 'STORAGE_FULL' },
    ]);
    expect((await rig.client.put(application)).status).toBe(202);
    expect((await rig.client.processed(application.id)).status).toBe('processed');
    room.bytes = 100 * 1024 * 1024;
    expect((await rig.client.patch(begun, 0, FILE)).status).toBe(204);
  });
});

describe('an upload that the disk refuses to keep', () => {
  test('is not answered as arrived and is gone, and arrives when it is sent again', async () => {
    await open();
    const location = await create();
    const any = await openFile(rig.dataDir);
    await any.close();
    const handles: Pick<FileHandle, 'sync'> = Object.getPrototypeOf(any);
    vi.spyOn(handles, 'sync').mockRejectedValueOnce(Object.assign(new Error('i/o error, fsync'), { code: 'EIO' }));
    const refused = await rig.client.patch(location, 0, FILE);
    expect(problemOf(refused)).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    expect(await exists(fileOf(location))).toBe(false);
    expect(await offsetOf(location)).toBe(0);
    expect((await rig.client.patch(location, 0, FILE)).status).toBe(204);
    expect(sha256(await readFile(fileOf(location)))).toBe(sha256(FILE));
  });
});

describe('what a crash left', () => {
  test('goes a day after a server has found it; what is registered stays', async () => {
    let passedMs = 0;
    await open({ clock: movedBy(() => passedMs) });
    const location = await create();
    await rig.client.patch(location, 0, FILE);
    const unknown = path.join(rig.dataDir, 'uploads', 'f'.repeat(32));
    await writeFile(unknown, 'half a removal');
    await writeFile(`${unknown}.json`, '{}');
    const found = () => {
      using ledger = new DatabaseSync(path.join(rig.dataDir, 'ledger.sqlite'), { readOnly: true });
      return ledger.prepare("select value from ledger_facts where name = 'unknown-files-since'").get() !== undefined;
    };
    await rig.restart();
    await expect.poll(found).toBe(true);
    expect(await exists(unknown)).toBe(true);
    passedMs = DAY_MS;
    // Otherwise it would have expired, too.
    await utimes(fileOf(location), new Date(), new Date(Date.now() + DAY_MS));
    await rig.restart();
    await expect.poll(() => Promise.all([exists(unknown), exists(`${unknown}.json`)])).toEqual([false, false]);
    expect(sha256(await readFile(fileOf(location)))).toBe(sha256(FILE));
  });
});
