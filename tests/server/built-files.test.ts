import { mkdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import http, { type IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRig, type Rig } from './support/rig.ts';

const HTML = '<!doctype html><title>Apply</title>';
const SCRIPT = 'export const text = "so that it is long enough";';
const FILES: Readonly<Record<string, string | Buffer>> = {
  'index.html': HTML,
  'index.html.br': brotliCompressSync(HTML),
  'index.html.gz': gzipSync(HTML),
  'manifest.webmanifest': '{}',
  'service-worker.js': '// the worker that keeps this release',
  'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'assets/page-1a2b.js': SCRIPT,
  'assets/page-1a2b.js.br': brotliCompressSync(SCRIPT),
  'assets/page-1a2b.js.gz': gzipSync(SCRIPT),
  'csp.json': '{"scriptSrc":[],"styleSrc":[]}',
  'version.json': '{"version":"1.2.3"}',
  '.vite/manifest.json': '{}',
};

let rig: Rig;
let dist: string;
beforeAll(async () => {
  rig = await openRig();
  dist = path.join(rig.dataDir, 'none');
  for (const [name, content] of Object.entries(FILES)) {
    await mkdir(path.join(dist, path.dirname(name)), { recursive: true });
    await writeFile(path.join(dist, name), content);
  }
  rig = { ...rig, client: await rig.restart() };
});
afterAll(() => rig.close());

interface Raw {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** One request as it is: nothing is added to its headers or its path, and nothing of the answer is decoded. */
async function ask(file: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> {
  const { hostname, port } = new URL(rig.client.url);
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const request = http.request({ hostname, port, path: file, method, headers, agent: false }, resolve);
    request.on('error', reject).end();
  });
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

describe('a built file', () => {
  test.each([
    ['gzip, deflate, br', 'br', 'index.html.br'],
    ['gzip', 'gzip', 'index.html.gz'],
    ['br;q=0, gzip', 'gzip', 'index.html.gz'],
    ['identity', undefined, 'index.html'],
    ['', undefined, 'index.html'],
  ])('is sent to who accepts "%s" as it lies compressed on the disk: %s', async (accepted, encoding, file) => {
    const { status, headers, body } = await ask('/', { 'accept-encoding': accepted });
    expect([status, headers['content-encoding'], headers.vary]).toEqual([200, encoding, 'Accept-Encoding']);
    expect(body.equals(Buffer.from(FILES[file] ?? ''))).toBe(true);
    expect(Number(headers['content-length'])).toBe(body.length);
  });

  test.each([
    ['/', 'text/html; charset=utf-8'],
    ['/assets/page-1a2b.js', 'text/javascript; charset=utf-8'],
    ['/logo.svg', 'image/svg+xml'],
    ['/manifest.webmanifest', 'application/manifest+json'],
  ])('says what it is, compressed or not: %s is %s', async (file, type) => {
    for (const encoding of ['br', 'identity']) {
      expect((await ask(file, { 'accept-encoding': encoding })).headers['content-type']).toContain(type);
    }
  });

  test('whose name has a hash is kept for good, every other one is asked for again each time', async () => {
    const cacheOf = async (file: string) => (await ask(file)).headers['cache-control'];
    expect(await cacheOf('/assets/page-1a2b.js')).toBe('public, max-age=31536000, immutable');
    expect(await cacheOf('/')).toBe('no-cache');
    expect(await cacheOf('/logo.svg')).toBe('no-cache');
  });

  test.each(['br', 'gzip', 'identity'])('is 304 without a body while it is the same, as %s too', async (encoding) => {
    const accept = { 'accept-encoding': encoding };
    const first = await ask('/', accept);
    const known = { ...accept, 'if-none-match': first.headers.etag ?? '' };
    const again = await ask('/', known);
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, first.headers.etag]);
    expect((await ask('/', { ...accept, 'if-none-match': 'W/"another"' })).status).toBe(200);
  });

  test.each(['/', '/service-worker.js', '/logo.svg'])(
    'of another release is another one, though its size and time are the same: %s',
    async (file) => {
      const name = path.join(dist, file === '/' ? 'index.html' : file);
      const present = await readFile(name, 'utf8');
      const { mtime } = await stat(name);
      const known = { 'if-none-match': (await ask(file)).headers.etag ?? '' };
      await writeFile(name, present.replace('t', 'T'));
      await utimes(name, mtime, mtime);
      rig = { ...rig, client: await rig.restart() };
      const { status, body } = await ask(file, known);
      expect([status, body.length]).toEqual([200, present.length]);
      // Of a cache that goes by the time.
      expect((await ask(file, { 'if-modified-since': mtime.toUTCString() })).status).toBe(200);
      // And the release before, put back at another time, is the one that was known.
      await writeFile(name, present);
      rig = { ...rig, client: await rig.restart() };
      expect((await ask(file, known)).status).toBe(304);
    },
  );

  test('answers HEAD with the headers of GET and no body', async () => {
    const { status, headers, body } = await ask('/', {}, 'HEAD');
    expect([status, headers['content-length'], body.length]).toEqual([200, String(HTML.length), 0]);
  });
});

describe('not served is', () => {
  test.each([
    ['a note of the build', '/csp.json'],
    ['another one', '/version.json'],
    ['a hidden file', '/.vite/manifest.json'],
    ['the compressed form by its name', '/index.html.br'],
    ['a folder', '/assets'],
    ['a folder with its slash', '/assets/'],
    ['a file beside the folder', '/../server.lock'],
    ['a file beside the folder, encoded', '/%2e%2e%2fserver.lock'],
    ['an encoded name', '/%6cogo.svg'],
    ['a name with a null byte', '/logo.svg%00'],
  ])('%s: %s', async (_what, file) => {
    const { status, headers } = await ask(file);
    expect([status, headers['content-type']]).toEqual([404, 'application/problem+json']);
  });

  test('a file to who posts to it', async () => {
    expect((await ask('/', {}, 'POST')).status).toBe(404);
  });
});
