import dns from 'node:dns';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OutboundBody } from '#server/adapters/exchange.ts';
import { createPrometheus } from '#server/adapters/prometheus.ts';
import { CallFailure } from '#server/ports/call-failure.ts';
import { CALL, openOutbound } from './support/outbound.ts';

/** Longer than any pause of a loaded machine: the call is to arrive within it. */
const TIMEOUT_MS = 3_000;
const MEGABYTE = 1024 * 1024;
// On a busy machine an answer may take longer than a test of what is silent waits for it.
const outbound = openOutbound({ timeoutMs: 60_000 });
const impatient = openOutbound({ timeoutMs: TIMEOUT_MS });

let answer: (request: IncomingMessage, response: ServerResponse) => void;
let sockets: Set<Socket>;
let server: http.Server;
let url: string;

beforeEach(async () => {
  sockets = new Set();
  server = http.createServer((request, response) => answer(request, response));
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/flow?sig=1`;
});

afterEach(async () => {
  vi.restoreAllMocks();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

async function textOf(request: IncomingMessage): Promise<string> {
  request.setEncoding('utf8');
  return (await request.toArray()).join('');
}

/** The body that blocks make, each after a pause. */
function bodyOf(blocks: readonly Uint8Array[], pause: () => Promise<void> = async () => undefined): OutboundBody {
  async function* open() {
    for (const block of blocks) {
      yield block;
      await pause();
    }
  }
  return {
    length: blocks.reduce((sum, { length }) => sum + length, 0),
    open,
  };
}

/** No name is resolved before `until`, as with a slow name server. */
function holdLookups(until: Promise<void>): void {
  const { lookup } = dns;
  const held = (...given: unknown[]) => void until.then(() => Reflect.apply(lookup, dns, given));
  vi.spyOn(dns, 'lookup').mockImplementation(held as typeof lookup);
}

const post = (body: string | OutboundBody, address = url) =>
  outbound({ ...CALL, url: address, body, read: (answer) => answer });
const postImpatiently = (body: string | OutboundBody) => impatient({ ...CALL, url, body, read: (answer) => answer });
const failureOf = (call: Promise<unknown>): Promise<CallFailure> =>
  call.then(
    () => Promise.reject(new Error('it did not fail')),
    (failure) => (failure instanceof CallFailure ? failure : Promise.reject(failure)),
  );

describe('what a call carries', () => {
  it('has its path, its headers, its length, and the account of its address', async () => {
    let seen: Partial<IncomingMessage> = {};
    answer = async (request, response) => {
      const { method, url, headers } = request;
      seen = { method, url, headers };
      response.end(await textOf(request));
    };
    const address = url.replace('http://', 'http://us%40er:pa%3Ass@');
    const headers = { 'content-type': 'text/plain' };
    const read = ({ text }: { readonly text: string }) => text;
    expect(await outbound({ ...CALL, url: address, headers, key: 'a-key', body: 'Zoë', read })).toBe('Zoë');
    expect(seen).toMatchObject({ method: 'POST', url: '/flow?sig=1' });
    const authorization = `Basic ${Buffer.from('us@er:pa:ss').toString('base64')}`;
    expect(seen.headers).toMatchObject({
      ...headers,
      'idempotency-key': 'a-key',
      authorization,
      'content-length': '4',
      accept: 'application/json',
    });
  });

  it.each([
    ['a text', 'Zoë'],
    ['a small body', bodyOf([Buffer.from('Zoë')])],
    ['a large body', bodyOf([Buffer.alloc(MEGABYTE, 'a'), Buffer.from('Zoë')])],
  ])('leaves whole, and nothing of it before it may: %s', async (_what, body) => {
    const seen: { length: string | undefined; text: string }[] = [];
    answer = async (request, response) => {
      seen.push({ length: request.headers['content-length'], text: await textOf(request) });
      response.end();
    };
    let before: unknown;
    const leaving = async () => {
      // The connection is there: what another call over the same way brings has passed this one.
      await outbound({ ...CALL, url, body: 'first', read: () => undefined });
      before = seen.map(({ text }) => text);
    };
    await outbound({ ...CALL, url, body, leaving, read: () => undefined });
    expect([before, sockets.size]).toEqual([['first'], 2]);
    expect(seen[1]?.text.slice(-3)).toBe('Zoë');
    expect(seen[1]?.length).toBe(String(Buffer.byteLength(seen[1]?.text ?? '')));
  });

  it('never leaves where that is refused, and says why', async () => {
    let calls = 0;
    answer = (_request, response) => {
      calls += 1;
      response.end();
    };
    const why = new Error('the ledger does not know of it');
    const leaving = () => Promise.reject(why);
    await expect(outbound({ ...CALL, url, body: 'x', leaving, read: () => undefined })).rejects.toBe(why);
    await outbound({ ...CALL, url, body: 'x', read: () => undefined });
    expect(calls).toBe(1);
  });

  it('is a body as long as was said, small or large, over connections that are kept', async () => {
    answer = async (request, response) => {
      const said = request.headers['content-length'];
      response.end(JSON.stringify([said, (await textOf(request)).length, request.headers['transfer-encoding']]));
    };
    for (const size of [10, 3 * MEGABYTE, 20, 30, 4 * MEGABYTE, 40]) {
      const blocks = [Buffer.alloc(size, 'a'), Buffer.alloc(7, 'b')];
      const { text } = await post(bodyOf(blocks));
      expect(JSON.parse(text)).toEqual([String(size + 7), size + 7, null]);
    }
    // The next call may come before the connection of the last is free again.
    expect(sockets.size).toBeLessThanOrEqual(2);
  });
});

describe('what becomes of a call', () => {
  it('no server listens: the call never left', async () => {
    await new Promise((resolve) => server.close(resolve));
    expect(await failureOf(post('x'))).toMatchObject({ kind: 'unreachable' });
  });

  it('the connection is cut when the request has been read: the outcome is unknown', async () => {
    answer = async (request) => {
      await textOf(request);
      request.socket.destroy();
    };
    expect(await failureOf(post('x'))).toMatchObject({ kind: 'unanswered' });
  });

  it('no answer comes in time: the outcome is unknown, and the connection is given up', async () => {
    const cut = Promise.withResolvers<void>();
    answer = (request) => void request.socket.once('close', () => cut.resolve());
    expect(await failureOf(postImpatiently('x'))).toMatchObject({
      kind: 'unanswered',
      cause: { message: 'timed out' },
    });
    await cut.promise;
  });

  it('it was given up while its connection was being made: nothing of it leaves any more', async () => {
    const received: string[] = [];
    answer = async (request, response) => {
      received.push(await textOf(request));
      response.end('done');
    };
    const found = Promise.withResolvers<void>();
    holdLookups(found.promise);
    const call = { ...CALL, url: url.replace('127.0.0.1', 'localhost'), read: (answer: unknown) => answer };
    expect(await failureOf(impatient({ ...call, body: 'late' }))).toMatchObject({ kind: 'unreachable' });
    found.resolve();
    expect(await impatient({ ...call, body: 'next' })).toMatchObject({ text: 'done', whole: true });
    expect(received).toEqual(['next']);
  });

  it('the answer breaks off: its status counts, and that it is not whole', async () => {
    answer = (request, response) => {
      request.resume();
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => request.socket.destroy());
    };
    expect(await post('x')).toMatchObject({ status: 200, text: 'half', whole: false });
  });

  it('it was given up while it waited to leave: nothing of it leaves any more', async () => {
    const calls: string[] = [];
    answer = async (request, response) => response.end(calls.push(await textOf(request)).toString());
    const { promise: until, resolve: leave } = Promise.withResolvers<void>();
    const leaving = async () => until;
    const failure = await failureOf(impatient({ ...CALL, url, body: 'held', leaving, read: (given) => given }));
    expect(failure.kind).toBe('unreachable');
    leave();
    await postImpatiently('next');
    expect(calls).toEqual(['next']);
  });

  it('the answer never ends: it is given up in time', async () => {
    answer = (request, response) => {
      request.resume();
      response.writeHead(200);
      response.write('half');
    };
    expect(await postImpatiently('x')).toMatchObject({ status: 200, text: 'half', whole: false });
  });

  it('the answer is longer than any of our own: nothing of it is kept', async () => {
    answer = (request, response) => {
      request.resume();
      const block = Buffer.alloc(MEGABYTE, 'a');
      const pour = () => {
        if (!response.destroyed) response.write(block, pour);
      };
      pour();
    };
    expect(await post('x')).toMatchObject({ status: 200, text: '', whole: false });
  });

  it('a hint goes before the answer: it is not the answer', async () => {
    answer = (request, response) => {
      request.resume();
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      response.end('{"id":"1"}');
    };
    expect(await post('x')).toMatchObject({ status: 200, text: '{"id":"1"}', whole: true });
  });

  it('a kept connection is closed in between: the next call takes another', async () => {
    answer = (request, response) => {
      request.resume();
      response.end('done');
      response.once('finish', () => request.socket.end());
    };
    await post('x');
    const [first] = sockets;
    await new Promise((resolve) => (first?.destroyed ? resolve(undefined) : first?.once('close', resolve)));
    expect(await post('y')).toMatchObject({ text: 'done', whole: true });
    expect(sockets.size).toBe(2);
  });
});

describe('a call is counted by service and operation', () => {
  const figuresAfter = async (read: () => string) => {
    const metrics = createPrometheus();
    const call = openOutbound({ timeoutMs: 60_000, metrics })({ ...CALL, url, body: 'x', read });
    await call.catch(() => undefined);
    const text = await metrics.text(() => Promise.reject(new Error('no ledger')), []);
    return text.split('\n').filter((line) => line.startsWith('upstream_request_duration_seconds_count'));
  };
  const counted = (outcome: string) =>
    `upstream_request_duration_seconds_count{service="flow",operation="send",outcome="${outcome}"} 1`;

  it.each([
    [200, 'answered'],
    [400, 'refused'],
    [503, 'busy'],
    [504, 'unanswered'],
  ])('and, answered with %d, as %s', async (status, outcome) => {
    answer = (_request, response) => response.writeHead(status).end();
    expect(await figuresAfter(() => 'read')).toEqual([counted(outcome)]);
  });

  it('as unreadable where its answer is not the agreed format, and as a fault where it failed on our side', async () => {
    answer = (_request, response) => response.end('<html>');
    const unreadable = new CallFailure('unreadable', 'The answer could not be read');
    for (const [error, outcome] of [
      [unreadable, 'unreadable'],
      [new Error('ours'), 'fault'],
    ] as const) {
      const figures = await figuresAfter(() => {
        throw error;
      });
      expect(figures).toEqual([counted(outcome)]);
    }
  });
});

describe('a call with a token', () => {
  /** Tokens that are fetched again when they were renounced. */
  const tokens = (issued: readonly string[]) => {
    const left = [...issued];
    return {
      get: async () => left[0] ?? 'none',
      renounce: (token: string) => void (left[0] === token && left.shift()),
    };
  };
  const seen: (string | undefined)[] = [];
  const call = (issued: readonly string[]) =>
    outbound({ ...CALL, url, tokens: tokens(issued), read: ({ status }) => status });
  beforeEach(() => {
    seen.length = 0;
    answer = ({ headers }, response) => {
      seen.push(headers.authorization);
      response.writeHead(headers.authorization === 'Bearer good' ? 200 : 401).end();
    };
  });

  it('is sent again with a new one, once, when that is not honoured', async () => {
    expect(await call(['old', 'good'])).toBe(200);
    expect(seen).toEqual(['Bearer old', 'Bearer good']);
  });

  it('fails for now when the new one is not honoured either, since the college can repair its account', async () => {
    expect(await failureOf(call(['old', 'older', 'good']))).toMatchObject({ kind: 'busy', status: 401 });
    expect(seen).toHaveLength(2);
  });
});

it('a call without an address waits for it', async () => {
  for (const nowhere of [undefined, 'no address']) {
    const call = outbound({ ...CALL, url: nowhere, body: 'x', read: () => 'read' });
    expect(await failureOf(call)).toMatchObject({ kind: 'unconfigured' });
  }
});

describe('a body that is streamed', () => {
  it('takes as long as the outside takes it, which is not counted as silence', async () => {
    answer = async (request, response) => response.end(String((await textOf(request)).length));
    const blocks = Array.from({ length: 6 }, () => Buffer.alloc(MEGABYTE, 'a'));
    // A fifth of the limit each, so that a busy machine does not make a silence of a pause.
    const limit = 4000;
    const body = bodyOf(blocks, () => new Promise((resolve) => setTimeout(resolve, limit / 5)));
    const began = performance.now();
    const { text } = await openOutbound({ timeoutMs: limit })({ ...CALL, url, body, read: (answer) => answer });
    expect(text).toBe(String(6 * MEGABYTE));
    expect(performance.now() - began).toBeGreaterThan(limit);
  });

  it('is answered before its end: that is the answer', async () => {
    answer = (request, response) => {
      request.once('data', () => response.writeHead(413, { connection: 'close' }).end('{"message":"too much"}'));
    };
    const blocks = Array.from({ length: 40 }, () => Buffer.alloc(MEGABYTE, 'a'));
    expect(await failureOf(post(bodyOf(blocks)))).toMatchObject({
      kind: 'refused',
      status: 413,
      bodyMessage: 'too much',
    });
  });

  it.each([
    ['small', 10],
    ['large', MEGABYTE],
  ])(
    'that cannot be read to its end, %s: the cause as it is, never a failure of the outside, never whole outside',
    async (_, size) => {
      const received: Promise<string>[] = [];
      answer = (request) => void received.push(textOf(request));
      const broken = new Error('the disk is gone');
      const body = bodyOf([Buffer.alloc(size, 'a'), Buffer.alloc(size, 'a')], () => Promise.reject(broken));
      await expect(post(body)).rejects.toBe(broken);
      for (const whole of received) await expect(whole).rejects.toThrow('aborted');
    },
  );
});

describe('a Retry-After', () => {
  const waitFor = async (headers: Readonly<Record<string, string | readonly string[]>>) => {
    answer = (_request, response) => {
      response.statusCode = 503;
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      response.end();
    };
    return (await failureOf(post('1'))).retryAfterMs;
  };
  const DATE = 'Wed, 21 Oct 2015 07:28:00 GMT';

  it.each([
    ['120', 120_000],
    ['0', 0],
    ['Wed, 21 Oct 2015 07:29:00 GMT', 60_000],
    ['Wednesday, 21-Oct-15 07:29:00 GMT', 60_000],
  ])('%s is seconds, or a date by the clock of the one who answered', async (header, ms) => {
    expect(await waitFor({ date: DATE, 'retry-after': header })).toBe(ms);
  });

  it('that comes twice counts once, the first', async () => {
    expect(await waitFor({ date: DATE, 'retry-after': ['120', '5'] })).toBe(120_000);
  });

  it('that has passed asks for no wait', async () => {
    expect(await waitFor({ date: DATE, 'retry-after': 'Wed, 21 Oct 2015 07:27:00 GMT' })).toBe(0);
  });

  it('with a date is read by our clock where the answer has no date that can be read', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
    const wait = (await waitFor({ date: 'yesterday', 'retry-after': inAnHour })) ?? 0;
    expect(Math.abs(wait - 3_600_000)).toBeLessThan(60_000);
  });

  it.each(['-5', '1.5', '+120', 'soon', 'Wed, never', '2036-01-01', '', '120s'])(
    '%j is none, and is ignored',
    async (header) => {
      expect(await waitFor({ date: DATE, 'retry-after': header })).toBeUndefined();
    },
  );
});
