import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import http, { type IncomingHttpHeaders, type RequestListener } from 'node:http';
import http2 from 'node:http2';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createHttpDevCalls } from '#server/adapters/dev-calls-http.ts';
import { createExchange } from '#server/adapters/exchange.ts';
import { createS3Files } from '#server/adapters/s3/files.ts';
import { hasOpenssl, makeCertificate } from '#tests/support/certificate.ts';
import { needs } from '#tests/support/needs.ts';

const TIMEOUT_MS = 60_000;
const usualAuthorities = tls.getCACertificates('default');
const isThere = hasOpenssl();

/** A server with TLS that speaks HTTP/2 to clients that offer it, and what it was asked. */
class SecureService {
  readonly requests: { readonly url: string; readonly version: string; readonly headers: IncomingHttpHeaders }[] = [];
  readonly #server;

  constructor(certificate: { readonly key: string; readonly cert: string }) {
    const answer: RequestListener = (request, response) => {
      this.requests.push({ url: request.url ?? '', version: request.httpVersion, headers: request.headers });
      request.resume().once('end', () => response.end('{"access_token":"a-token-of-some-length"}'));
    };
    this.#server = http2.createSecureServer({ ...certificate, allowHTTP1: true });
    // Both protocols hand over the same kinds of objects, as far as they are used here.
    this.#server.on('request', answer as never);
    this.#server.listen(0, '127.0.0.1');
  }

  get url(): string {
    return `https://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  listening = () => once(this.#server, 'listening');
  close = () => void this.#server.close();
}

/** A proxy that makes tunnels, or refuses them, and what it was asked for. */
class TunnelProxy {
  readonly tunnels: string[] = [];
  refuses = false;
  readonly #server = http.createServer((_request, response) => response.writeHead(405).end());

  constructor() {
    this.#server.on('connect', (request, socket) => {
      this.tunnels.push(request.url ?? '');
      socket.on('error', () => undefined);
      if (this.refuses) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      const { hostname, port } = new URL(`http://${request.url}`);
      const onward = net.connect(Number(port), hostname, () => {
        socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        onward.pipe(socket);
        socket.pipe(onward);
      });
      onward.on('error', () => socket.destroy());
    });
    this.#server.listen(0, '127.0.0.1');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  listening = () => once(this.#server, 'listening');
  close = () => void this.#server.close();
}

describe('with HTTPS_PROXY', needs(isThere, 'openssl is not installed: apt-get install openssl'), () => {
  let home: string;
  let certificate: { readonly key: string; readonly cert: string };
  beforeAll(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'proxy-'));
    certificate = await makeCertificate(home);
    tls.setDefaultCACertificates([...usualAuthorities, certificate.cert]);
  });
  afterAll(async () => {
    tls.setDefaultCACertificates(usualAuthorities);
    await rm(home, { recursive: true });
  });

  let service: SecureService;
  let proxy: TunnelProxy;
  beforeEach(async () => {
    [service, proxy] = [new SecureService(certificate), new TunnelProxy()];
    await Promise.all([service.listening(), proxy.listening()]);
  });
  afterEach(() => {
    service.close();
    proxy.close();
  });

  const through = (except = '') => ({ url: proxy.url, except });
  const post = (url: string, leaving?: () => Promise<void>) => ({
    url,
    headers: {},
    body: '{}',
    isRead: () => true,
    leaving,
  });

  test('a call goes through a tunnel, over HTTP/1.1', async () => {
    const exchange = createExchange(TIMEOUT_MS, through());
    expect(await exchange(post(`${service.url}/flow?sig=1`))).toMatchObject({ status: 200, whole: true });
    expect(proxy.tunnels).toEqual([new URL(service.url).host]);
    expect(service.requests).toMatchObject([{ url: '/flow?sig=1', version: '1.1' }]);
  });

  test('a call whose tunnel is refused has not left', async () => {
    proxy.refuses = true;
    let hasLeft = false;
    const leaving = async () => {
      hasLeft = true;
    };
    const call = createExchange(TIMEOUT_MS, through())(post(service.url, leaving));
    await expect(call).rejects.toMatchObject({ kind: 'unreachable' });
    expect([hasLeft, service.requests]).toEqual([false, []]);
  });

  test('a host of NO_PROXY is called directly, and so is plain HTTP', async () => {
    const plain = http.createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1');
    await once(plain, 'listening');
    const exchange = createExchange(TIMEOUT_MS, through('records.example,localhost'));
    expect(await exchange(post(service.url))).toMatchObject({ status: 200 });
    const { port } = plain.address() as AddressInfo;
    expect(await exchange(post(`http://127.0.0.1:${port}/`))).toMatchObject({ status: 200 });
    plain.close();
    expect(proxy.tunnels).toEqual([]);
  });

  test("the developers' calls and check-settings use it, too", async () => {
    const records = { baseUrl: service.url, username: 'account', password: 'a-long-password' };
    const calls = createHttpDevCalls({ records, secrets: [], timeoutMs: TIMEOUT_MS, proxy: through() });
    expect(await calls.token()).toMatchObject({ status: 200 });
    expect(proxy.tunnels).toEqual([new URL(service.url).host]);
  });

  test('the bucket is reached through it, without checksums that S3-compatible servers may not know', async () => {
    const settings = {
      bucket: 'uploads',
      endpoint: service.url,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId: 'account', secretAccessKey: 'key' },
      proxy: through(),
    };
    const files = createS3Files({ settings, lifeMs: 0 });
    await files.assertWritable?.();
    expect(proxy.tunnels).toEqual([new URL(service.url).host]);
    expect(service.requests.map(({ url }) => url)).toEqual([expect.stringMatching(/^\/uploads\//)]);
    const names = service.requests.flatMap(({ headers }) => Object.keys(headers));
    expect(names.filter((name) => /checksum|trailer/.test(name))).toEqual([]);
  });
});
