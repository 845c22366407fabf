import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { AppError } from '#server/errors.ts';
import { problems } from '#server/http/middleware/problems.ts';
import { createLog } from '#server/logger.ts';
import { Client } from './support/client.ts';
import { openRig, type Rig } from './support/rig.ts';

/** As browsers ask for a page. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

let rig: Rig;
beforeAll(async () => {
  rig = await openRig();
});
afterAll(() => rig.close());

const open = (path: string, accept = BROWSER, method = 'GET') => rig.client.send(method, path, undefined, { accept });

describe('a wrong address that a person opens', () => {
  test.each(['/nothing', '/apply/now', '/%E0%A4%A', '/index.php?x=1'])(
    'is a page that leads home: %s',
    async (path) => {
      const answer = await open(path);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      const page = answer.text;
      expect(page).toContain('<h1>There is no page at this address</h1>');
      expect(page).toContain('<a href="/">Go to the online application form</a>');
    },
  );

  test.each(['/%23phone=abc.S3CRET', '/%23device=abc.S3CRET', '/phone=abc.S3CRET', '/device=abc.S3CRET'])(
    'that was a link from another device says that it is not complete, and repeats no key: %s',
    async (path) => {
      const answer = await open(path);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store']);
      const page = answer.text;
      expect(page).toContain('<h1>This link is not complete</h1>');
      expect(page).toContain('Scan the code again, or copy the whole link from the other device.');
      expect(page).not.toContain('S3CRET');
    },
  );
});

describe('the form that a person opens', () => {
  /** A server that answers everything with this error. */
  async function failing(error: Error) {
    const app = new Koa();
    app.use(problems(createLog('silent', (text) => text)));
    app.use(() => {
      throw error;
    });
    const server = createServer(app.callback()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    return new Client(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }

  test.each([
    [new AppError('RATE_LIMITED', { headers: { 'Retry-After': '7' } }), 429, 'Too many requests', 'wait a minute'],
    [new AppError('UNAVAILABLE'), 503, 'The form cannot be opened at the moment', 'Something is wrong on our side.'],
    [new Error('secret'), 500, 'The form cannot be opened at the moment', 'Please try again in a few minutes.'],
  ])(
    'where it gets %s is a page of words, and a problem document for scripts',
    async (error, status, title, advice) => {
      const client = await failing(error);
      const page = await client.send('GET', '/', undefined, { accept: BROWSER });
      expect([page.status, page.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
      expect(page.text).toContain(`<h1>${title}</h1>`);
      expect(page.text).toContain(advice);
      expect(page.text).not.toContain('secret');
      expect(page.headers.get('retry-after')).toBe(status === 429 ? '7' : null);
      for (const [path, accept] of [
        ['/', '*/*'],
        ['/api/config', BROWSER],
        ['/readyz', BROWSER],
      ] as const) {
        const answer = await client.send('GET', path, undefined, { accept });
        expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/problem+json']);
      }
    },
  );
});

describe('a problem document is the answer', () => {
  test.each([
    ['the API, also to a browser', '/api/nothing', BROWSER, 'GET'],
    ['an upload that is not there, also to a browser', '/api/uploads/nothing', BROWSER, 'GET'],
    ['a script', '/nothing', '*/*', 'GET'],
    ['who asks for JSON', '/nothing', 'application/json', 'GET'],
    ['who posts', '/nothing', BROWSER, 'POST'],
  ])('to %s', async (_who, path, accept, method) => {
    const answer = await open(path, accept, method);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'NOT_FOUND' });
  });
});
