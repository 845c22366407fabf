import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
