// @vitest-environment node
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeChunkSize, type UploadJob, upload } from '#features/documents/upload.ts';
import { asOwnRequest } from '#platform/api.ts';
import { loadNodeTus, startTusServer } from './support/tus-server.ts';

const KIB = 1024;

let server: Awaited<ReturnType<typeof startTusServer>>;
beforeEach(async () => {
  server = await startTusServer();
});
afterEach(async () => {
  vi.useRealTimers();
  await server.stop();
});

/** One attempt with a file of so many bytes. */
async function attempt(bytes: number, { chunk = makeChunkSize(), job = {} as Partial<UploadJob> } = {}) {
  const controller = new AbortController();
  const ids: string[] = [];
  const ended = upload(
    {
      draftId: 'a0c5c4f2-7a35-4a0e-9f4c-6f2b8f0c1d11',
      slot: 'cv',
      name: 'cv.pdf',
      type: 'application/pdf',
      bytes: new Blob([new Uint8Array(bytes)]),
      ...job,
    },
    controller.signal,
    {
      onUploadId: (id) => void ids.push(id),
      onProgress: () => {},
    },
    { tus: await loadNodeTus(), chunk, endpoint: server.endpoint },
  );
  return { ended, ids, chunk, abort: () => controller.abort() };
}

/** One of the person's own requests, which lasts until it is answered. */
function ownRequest() {
  let answer = () => {};
  const answered = asOwnRequest(() => new Promise<void>((resolve) => (answer = resolve)));
  return async () => {
    answer();
    await answered;
  };
}

/** Three times to the server and back: everything that an attempt has sent before has arrived after that. */
async function thereAndBack() {
  for (let turn = 0; turn < 3; turn += 1) await fetch(server.endpoint, { method: 'OPTIONS' });
}

/** The page of a proxy, a filter or a Wi-Fi in place of our answer. */
const answerPage = (response: ServerResponse, status: number) =>
  Boolean(response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Not here</h1>'));

const patches = () => server.methods().filter((method) => method === 'PATCH').length;

describe('an attempt', () => {
  test('sends chunks that grow while the link is quick', async () => {
    // No time passes on it: the link is quick on any machine.
    vi.useFakeTimers({ toFake: ['performance'] });
    const { ended, chunk } = await attempt(3584 * KIB);
    expect(await ended).toEqual({ kind: 'done' });
    // 512, 1024 and 2048 KB.
    expect(patches()).toBe(3);
    expect(chunk.bytes).toBe(4096 * KIB);
  });

  test('on which no byte moves for 20 s is given up, and chunks are smaller from then on', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    // Told by the server itself: `vi.waitFor` would move the clock on for as long as it takes. With the last byte, since
    // one that leaves later would be a sign of life at a later time.
    const arrived = Promise.withResolvers<void>();
    server.setFault((request) => {
      if (request.method === 'PATCH') request.resume().once('end', arrived.resolve);
      return request.method === 'PATCH';
    });
    const { ended, chunk, ids } = await attempt(KIB);
    await arrived.promise;
    expect(patches()).toBe(1);
    expect(ids).toHaveLength(1);
    let outcome: unknown;
    void ended.then((it) => (outcome = it));
    await vi.advanceTimersByTimeAsync(19_000);
    expect(outcome).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1500);
    expect(outcome).toMatchObject({ kind: 'interrupted' });
    expect(chunk.bytes).toBe(256 * KIB);
  });

  test.each([500, 503, 429, 423])(
    'whose question how far the upload is gets %d in answer does not start it again',
    async (status) => {
      server.setFault((_request, response) => Boolean(response.writeHead(status).end()));
      const { ended } = await attempt(KIB, { job: { uploadId: 'begun-before' } });
      expect(await ended).toMatchObject({ kind: 'interrupted' });
      expect(server.methods()).toEqual(['HEAD']);
    },
  );

  test.each([
    [413, 'QUOTA_EXCEEDED', 'More documents have come from your network within a day than we take.'],
    [409, 'ALREADY_SUBMITTED', 'This application has already been submitted.'],
  ])('that is refused at its creation with %d %s is not tried again, and says why', async (status, code, detail) => {
    const body = JSON.stringify({ type: 'urn:problem:x', title: 'Title', status, code, detail });
    server.setFault((request, response) =>
      request.method === 'POST' ? Boolean(response.writeHead(status).end(body)) : false,
    );
    const { ended } = await attempt(KIB);
    expect(await ended).toEqual({ kind: 'refused', code, message: detail });
    expect(server.methods()).toEqual(['POST']);
  });

  test('that finds no room on the server is tried again, with a notice', async () => {
    const detail = 'There is no room for this file at the moment. Please try again later.';
    const body = JSON.stringify({ type: 'urn:problem:x', title: 'Title', status: 507, code: 'STORAGE_FULL', detail });
    server.setFault((request, response) =>
      request.method === 'POST' ? Boolean(response.writeHead(507).end(body)) : false,
    );
    const { ended } = await attempt(KIB);
    expect(await ended).toMatchObject({ kind: 'interrupted', reason: detail });
  });

  test.each([
    [503, 'UNAVAILABLE', 'This could not be stored at the moment. It can be sent again: nothing is taken twice.'],
    [500, 'INTERNAL_ERROR', undefined],
    [429, 'RATE_LIMITED', 'Please wait 30 seconds and try again.'],
  ])(
    'that a server in trouble (%d) answers is tried again, and says why in its words',
    async (status, code, detail) => {
      const title = 'Something went wrong on our side';
      const body = JSON.stringify({ type: 'urn:problem:x', title, status, code, ...(detail && { detail }) });
      server.setFault((request, response) =>
        request.method === 'PATCH' ? Boolean(response.writeHead(status).end(body)) : false,
      );
      const { ended } = await attempt(KIB);
      expect(await ended).toMatchObject({ kind: 'interrupted', reason: detail ?? title });
    },
  );

  test('that a busy server answers with Retry-After says how long the pause is to be', async () => {
    server.setFault((request, response) =>
      request.method === 'PATCH' ? Boolean(response.writeHead(503, { 'retry-after': '30' }).end()) : false,
    );
    const { ended } = await attempt(KIB);
    expect(await ended).toMatchObject({ kind: 'interrupted', afterMs: 30_000 });
  });

  test.each([404, 410])('whose upload the server has no more (%d) makes a new one', async (status) => {
    server.setFault((request, response) =>
      request.method === 'HEAD' ? Boolean(response.writeHead(status, { 'tus-resumable': '1.0.0' }).end()) : false,
    );
    const { ended } = await attempt(KIB, { job: { uploadId: 'expired' } });
    expect(await ended).toEqual({ kind: 'done' });
    expect(server.methods()).toEqual(['HEAD', 'POST', 'PATCH']);
  });

  test.each([200, 403, 404, 410])(
    'whose question how far the upload is gets the page of something else (%d) starts nothing again',
    async (status) => {
      server.setFault((_request, response) => answerPage(response, status));
      const { ended } = await attempt(KIB, { job: { uploadId: 'begun-before' } });
      expect(await ended).toMatchObject({ kind: 'interrupted', moved: false });
      expect(server.methods()).toEqual(['HEAD']);
    },
  );

  test.each([200, 400, 403, 404, 406, 413, 415, 422, 501, 502])(
    'whose creation gets the page of something else (%d) is tried again',
    async (status) => {
      server.setFault((_request, response) => answerPage(response, status));
      const { ended } = await attempt(KIB);
      expect(await ended).toMatchObject({ kind: 'interrupted' });
      expect(server.methods()).toEqual(['POST']);
    },
  );
});

describe("the person's own requests go first", () => {
  test('an upload does not begin before they are answered', async () => {
    const answer = ownRequest();
    const { ended } = await attempt(KIB);
    await thereAndBack();
    expect(server.methods()).toEqual(['OPTIONS', 'OPTIONS', 'OPTIONS']);
    await answer();
    expect(await ended).toEqual({ kind: 'done' });
  });

  test('one that is under way goes no further than the chunk that has left', async () => {
    const chunk = { bytes: 64 * KIB, arrived: () => {}, broke: () => {}, refused: () => false };
    const answers: (() => Promise<void>)[] = [];
    // Told by the server: to the page a chunk has left before it is there.
    const answered = Promise.withResolvers<void>();
    server.setFault((request, response) => {
      if (request.headers['upload-offset'] === String(64 * KIB)) {
        answers.push(ownRequest());
        response.once('finish', answered.resolve);
      }
      return false;
    });
    const { ended } = await attempt(320 * KIB, { chunk });
    await answered.promise;
    await thereAndBack();
    expect(patches()).toBe(2);
    for (const answer of answers) await answer();
    expect(await ended).toEqual({ kind: 'done' });
    expect(patches()).toBe(5);
  });

  test('waiting for them is not taken for a dead connection', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const answer = ownRequest();
    const { ended } = await attempt(KIB);
    await vi.advanceTimersByTimeAsync(60_000);
    await answer();
    expect(await ended).toEqual({ kind: 'done' });
  });

  test('a document that was removed in between is not sent afterwards', async () => {
    const answer = ownRequest();
    const { ended, abort } = await attempt(KIB);
    abort();
    await answer();
    expect(await ended).toMatchObject({ kind: 'interrupted', moved: false });
    expect(server.seen).toEqual([]);
  });
});
