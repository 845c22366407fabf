/** @module-tag slow */
import { createHash, randomUUID } from 'node:crypto';
import { Agent, fetch as undiciFetch } from 'undici';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Submission } from '#domain/submission/submission.ts';
import { debianPrograms, startDebianCluster } from '#tests/support/debian-postgres.ts';
import { needs } from '#tests/support/needs.ts';
import { hasNginx, type Nginx, startNginx } from '#tests/support/nginx.ts';
import { type Nodes, startNodes } from '#tests/support/nodes.ts';
import { makePdf } from '#tests/support/pdf.ts';
import type { Product } from '#tests/support/product.ts';
import { sendAndBreakOff } from './support/broken-off.ts';
import { type Application, Client, stageOf, submissionOf } from './support/client.ts';
import { attachedStudent } from './support/patient-person.ts';

const MIB = 1024 * 1024;
const REQUESTS_PER_MINUTE = 120;
/** A node that died is noticed after 15 s, a database that was away as soon as it is asked again: the rest is the machine. */
const PATIENT = { timeout: 120_000, interval: 1000 };

const isThere = hasNginx();
const withNginx = needs(isThere, 'nginx is not installed: apt-get install nginx-light openssl');
/** As an operator installs it, where it is installed. */
const programs = debianPrograms();

let nodes: Nodes;
let a: Product;
let b: Product;
let nginx: Nginx;
beforeAll(async () => {
  if (!isThere) return;
  nodes = await startNodes(programs === undefined ? {} : { postgres: await startDebianCluster(programs) });
  const limits = { RATE_LIMIT_PER_MINUTE: String(REQUESTS_PER_MINUTE), UPSTREAM_TIMEOUT_MS: '30000' };
  const settings = { TRUST_PROXY: '1', ...limits };
  [a, b] = await Promise.all([nodes.start(settings), nodes.start(settings)]);
  nginx = await startNginx([a.url, b.url]);
});
afterAll(async () => {
  await nginx?.[Symbol.asyncDispose]();
  await nodes?.[Symbol.asyncDispose]();
});

let addresses = 10;
/** A client with its own address on this machine, which speaks HTTP/2 to nginx. */
function somebody(): Client {
  addresses += 1;
  const localAddress = `127.0.0.${addresses}`;
  const dispatcher = new Agent({ allowH2: true, localAddress, connect: { ca: nginx.certificate } });
  return new Client(nginx.url, async (url, asking) => {
    const answer = await undiciFetch(url, { ...asking, dispatcher });
    const { status, body } = answer;
    return { status, headers: new Headers([...answer.headers]), body, text: () => answer.text() };
  });
}

const isSending = (one: Submission) => stageOf(one, 'cricos-submission').state === 'in-progress';
const hasBegun = (one: Submission) => stageOf(one, 'cricos-submission').state !== 'pending';

/** What became of an application, asked again and again as a page does whose connection comes and goes. */
async function finished(client: Client, { id }: Application): Promise<Submission> {
  const ask = async () => {
    const answer = await client.get(`/api/submissions/${id}`).catch(() => undefined);
    return answer?.status === 200 ? submissionOf(answer) : undefined;
  };
  await expect.poll(async () => (await ask())?.status, PATIENT).toBe('processed');
  return submissionOf(await client.get(`/api/submissions/${id}`));
}

interface Accepted {
  readonly client: Client;
  readonly application: Application;
}
/** Everything that was accepted, regardless of what happened to the nodes afterwards. */
const accepted: Accepted[] = [];
/** Sends an application, which has to be accepted. */
async function accept({ client, application }: Accepted): Promise<void> {
  expect((await client.put(application)).status).toBe(202);
  accepted.push({ client, application });
}

/** Applications of several people, all of whom are with the records service at the same time. */
async function startSubmissions(
  count: number,
): Promise<readonly { readonly client: Client; readonly application: Application }[]> {
  const people = await Promise.all(
    Array.from({ length: count }, async () => {
      const client = somebody();
      // Six people at once are many for a busy machine, which then asks them to come again in a few seconds.
      return { client, application: await vi.waitFor(() => client.student(), PATIENT) };
    }),
  );
  nodes.mocks.setScenario({ service: 'offers', scenario: 'slow', delayMs: 4000 });
  await Promise.all(
    people.map(async (person) => {
      await accept(person);
      await person.client.until(person.application.id, hasBegun);
    }),
  );
  nodes.mocks.setScenario({ service: 'offers', scenario: 'accepts' });
  return people;
}

describe('two nodes behind nginx as docs/operate/deploy/nginx.conf sets it up', withNginx, () => {
  test('answer over HTTP/2 and TLS, and plain HTTP leads there but for what certificates need', async () => {
    const page = await somebody().get('/');
    expect(page.status).toBe(200);
    expect(page.headers.get('strict-transport-security')).toContain('max-age=');
    await expect.poll(() => nginx.requests()).toContain('HTTP/2.0 200 GET /\n');
    const plain = await fetch(`${nginx.plainUrl}/?x=1`, { redirect: 'manual' });
    expect(plain.status).toBe(301);
    expect(plain.headers.get('location')).toMatch(/^https:\/\/127\.0\.0\.1\/\?x=1$/);
    const challenge = await fetch(`${nginx.plainUrl}/.well-known/acme-challenge/token`, { redirect: 'manual' });
    expect(await challenge.text()).toBe('the answer');
  });

  test('log the beginning of an id only', async () => {
    const id = randomUUID();
    await somebody().get(`/api/submissions/${id}/events`);
    await expect.poll(() => nginx.log()).toContain(`"GET /api/submissions/${id.slice(0, 8)}.../events HTTP/2.0" 404 `);
    const upload = id.replaceAll('-', '');
    await somebody().get(`/api/uploads/${upload}`);
    await expect.poll(() => nginx.log()).toContain(`"GET /api/uploads/${upload.slice(0, 8)}... HTTP/2.0" `);
    expect(await nginx.log()).not.toMatch(new RegExp(`${id}|${upload}`));
  });

  test('keep figures and readiness inside, and leave the page its probe', async () => {
    const client = somebody();
    for (const path of ['/metrics', '/readyz', '/METRICS']) expect((await client.get(path)).status).toBe(404);
    expect((await client.get('/healthz')).status).toBe(200);
  });

  test('limit a client by the address that nginx saw, not by the one that the client claims', async () => {
    const [greedy, other] = [somebody(), somebody()];
    let status = 200;
    // Each node may count alone for a while, and a minute may end.
    for (let i = 0; i < 4 * REQUESTS_PER_MINUTE && status === 200; i += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.${i % 250}` };
      ({ status } = await greedy.send('GET', '/api/config', undefined, headers));
    }
    expect(status).toBe(429);
    expect((await other.get('/api/config')).status).toBe(200);
  });

  test('go on with an upload that was cut, from what had arrived through nginx', async () => {
    const client = somebody();
    const application = await attachedStudent(client);
    const bytes = makePdf({ mark: 'cut', bytes: 7 * MIB });
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const facts = { draftId: application.id, slot: 'cv', name: 'cv.pdf', size: bytes.length, sha256 };
    const location = (await client.createUpload(facts)).headers.get('location') ?? '';
    await sendAndBreakOff(nginx, location, bytes.subarray(0, 3 * MIB));
    const stands = async () => {
      const answer = await client.send('HEAD', location, undefined, { 'tus-resumable': '1.0.0' });
      return answer.status === 200 ? Number(answer.headers.get('upload-offset')) : 0;
    };
    await expect.poll(stands, PATIENT).toBeGreaterThan(0);
    const offset = await stands();
    expect(offset).toBeLessThanOrEqual(3 * MIB);
    expect((await client.patch(location, offset, bytes.subarray(offset))).status).toBe(204);
    const cv = { slot: 'cv', uploadId: location.split('/').at(-1) ?? '', name: 'cv.pdf', size: bytes.length, sha256 };
    const body = { ...application.body, documents: [...application.body.documents, cv] };
    await accept({ client, application: { ...application, body } });
    await finished(client, application);
    const sent = nodes.mocks.effects('file-workflow').find(({ key }) => key === application.id);
    expect(sent?.files.map((file) => file.sha256)).toContain(sha256);
  });

  test('send the requests of one upload to one node, and the uploads of many to both', async () => {
    const ids = Array.from({ length: 40 }, () => randomUUID().replaceAll('-', ''));
    const answeredBy = async ({ url }: Product) => {
      const { text } = await new Client(url).get('/metrics');
      const counts = text.matchAll(/^http_request_duration_seconds_count\{method="HEAD",[^}]*status="404"\} (\d+)$/gm);
      return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
    };
    const ask = async (id: string) => {
      const headers = { 'tus-resumable': '1.0.0' };
      expect((await somebody().send('HEAD', `/api/uploads/${id}`, undefined, headers)).status).toBe(404);
    };
    const gained = async (asked: readonly string[]) => {
      const before = await Promise.all([a, b].map(answeredBy));
      for (const id of asked) await ask(id);
      return (await Promise.all([a, b].map(answeredBy))).map((count, i) => count - (before[i] ?? 0));
    };
    const [first = ''] = ids;
    expect((await gained(Array.from({ length: 6 }, () => first))).toSorted()).toEqual([0, 6]);
    const spread = await gained(ids);
    expect(spread[0]).toBeGreaterThan(0);
    expect(spread[1]).toBeGreaterThan(0);
  });

  test('pass on events when they happen', async () => {
    const client = somebody();
    const application = await attachedStudent(client);
    // The stream is open before the stage that is waited for begins, and that stage lasts.
    nodes.mocks.setScenario({ service: 'validate', scenario: 'slow', delayMs: 1000, times: 1 });
    nodes.mocks.setScenario({ service: 'offers', scenario: 'slow', delayMs: 20_000, times: 1 });
    await accept({ client, application });
    await client.until(application.id, isSending);
    expect(nodes.mocks.effects('offers').filter(({ key }) => key === application.id)).toEqual([]);
  });

  test('go on without a node that is killed while it works', async () => {
    const people = await startSubmissions(6);
    await a.kill();
    expect((await somebody().get('/api/config')).status).toBe(200);
    for (const { client, application } of people) await finished(client, application);
    await a.start();
  });

  test('refuse for the moment while the database is restarted, and continue automatically', async () => {
    const people = await startSubmissions(4);
    await nodes.postgres.stop();
    const refused = await somebody().get(`/api/submissions/${randomUUID()}`);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).not.toBe(null);
    await nodes.postgres.start();
    for (const { client, application } of people) await finished(client, application);
  });

  test('have had one effect at each service for each application that they accepted', async () => {
    expect(accepted).toHaveLength(12);
    for (const { client, application } of accepted) {
      const { offerId } = await finished(client, application);
      expect(nodes.mocks.offers().filter((offer) => offer.offerId === offerId)).toHaveLength(1);
      for (const service of ['offers', 'student-workflow', 'file-workflow'] as const) {
        expect(nodes.mocks.effects(service).filter(({ key }) => key === application.id)).toHaveLength(1);
      }
    }
  });
});
