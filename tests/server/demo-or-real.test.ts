import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { modeOf } from '#server/config.ts';
import { SLOW } from '#tests/support/slow.ts';
import { startNodes } from '../support/nodes.ts';
import { COMPILE_CACHE } from '../support/start-flags.ts';
import { Client, problemOf } from './support/client.ts';
import { openRig, type Rig } from './support/rig.ts';

/** As soon as one of these is set there is no demo mode (R14.2). */
const SERVICES = [
  'CRICOS_BASE_URL',
  'STUDENT_WORKFLOW_URL',
  'AGENT_WORKFLOW_URL',
  'STUDENT_FLOW_URL',
  'AGENT_FLOW_URL',
  'FILE_WORKFLOW_URL',
];
type Env = Readonly<Record<string, string>>;

let home: string;
let running: ChildProcess[];
let rig: Rig | undefined;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'demo-or-real-'));
  running = [];
});
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  await rig?.close();
  rig = undefined;
  await rm(home, { recursive: true, force: true, maxRetries: 3 });
});

interface Started {
  /** Its output so far. */
  readonly text: () => string;
  /** Undefined while it runs. */
  readonly code: number | undefined;
  readonly client: Client;
}

/** The server as `npm start` runs it, with this environment and no `.env`: what it said, once it listens or has ended. */
async function startMain(env: Env): Promise<Started> {
  const own = { PATH: process.env.PATH ?? '', ...COMPILE_CACHE, PORT: '0', DATA_DIR: path.join(home, 'data') };
  const child = spawn(process.execPath, ['server/main.ts'], { env: { ...own, LOG_LEVEL: 'warn', ...env } });
  running.push(child);
  let text = '';
  const said = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (more: string) => {
        text += more;
        if (text.includes('Online application form on')) resolve();
      });
    }
  });
  const ended = once(child, 'close').then(([code]) => Number(code));
  const code = await Promise.race([said.then(() => undefined), ended]);
  return { text: () => text, code, client: new Client(/http:\/\/\S+/.exec(text)?.[0] ?? '') };
}

async function stopMain(): Promise<void> {
  const child = running.pop();
  if (child === undefined) return;
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  await ended;
}

/** All files in a data directory, but the lock of a process that looked in. */
async function contentOf(directory: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !/^server\.lock|-(?:wal|shm)$/.test(entry.name));
  const texts = files.map(async ({ parentPath, name }) => {
    const file = path.join(parentPath, name);
    return [path.relative(directory, file), await readFile(file, 'latin1')] as const;
  });
  return new Map(await Promise.all(texts));
}

describe('without any outside service', () => {
  test.each([{ NODE_ENV: 'production' }, { DEMO: '0' }])('%o is refused with the variables that are missing', (env) => {
    expect(modeOf(env)).toEqual({ problem: expect.stringContaining(`Missing: ${SERVICES.join(', ')}. `) });
    expect(modeOf(env)).toEqual({ problem: expect.stringContaining('DEMO=1') });
  });

  test.each([{}, { NODE_ENV: 'production', DEMO: '1' }])('%o is a demonstration', (env) => {
    expect(modeOf(env)).toEqual({ kind: 'demo' });
  });

  test('the server runs in demo mode, and its log has a notice', async () => {
    const { text, code, client } = await startMain({});
    expect(code).toBeUndefined();
    await expect.poll(text).toContain('Demo mode: submissions go to simulated services');
    const config = JSON.parse((await client.get('/api/config')).text);
    expect(config).toMatchObject({ demo: true, flows: { student: true, agent: true, shortForm: true, files: true } });
  });
});

test.each(SERVICES)('DEMO=1 contradicts %s', (name) => {
  const mode = modeOf({ DEMO: '1', [name]: 'https://secret.example/flow' });
  expect(mode).toEqual({ problem: expect.stringContaining(`DEMO=1 asks for demo mode, but ${name} is set`) });
});

test('a server with such a contradiction exits, shows no address and writes nothing', async () => {
  const { text, code } = await startMain({ DEMO: '1', STUDENT_FLOW_URL: 'https://secret.example/flow' });
  expect([code, await readdir(home)]).toEqual([1, []]);
  expect(text()).toContain('DEMO=1 asks for demo mode, but STUDENT_FLOW_URL is set');
  expect(text()).not.toContain('secret.example');
});

test('DEMO is 1 or 0', () => {
  expect(modeOf({ DEMO: 'perhaps' })).toEqual({ problem: 'DEMO must be 1 or 0' });
});

describe('a ledger of real applications', () => {
  /** Two applications that wait for a retry, and their documents. */
  async function waiting(opened: Rig): Promise<readonly string[]> {
    const ids = [];
    opened.upstream.always('studentWorkflow', { status: 503 });
    for (let i = 0; i < 2; i += 1) {
      const application = await opened.client.student();
      await opened.client.put(application);
      await opened.client.settled(application.id);
      ids.push(application.id);
    }
    return ids;
  }

  test('is refused in demo mode, untouched, and its applications reach the college afterwards', async () => {
    rig = await openRig();
    const ids = await waiting(rig);
    const { restart, upstream, dataDir } = rig;
    await rig.stop();
    const before = await contentOf(dataDir);
    const { text, code } = await startMain({ DATA_DIR: dataDir });
    expect(code).toBe(1);
    expect(text()).toContain('of real applications, and this server is in demo mode. Nothing was changed.');
    expect(await contentOf(dataDir)).toEqual(before);
    const sent = upstream.of('studentWorkflow').length;
    upstream.always('studentWorkflow', undefined);
    const client = await restart();
    for (const id of ids) expect((await client.processed(id)).status).toBe('processed');
    expect(upstream.of('studentWorkflow').length).toBeGreaterThanOrEqual(sent + ids.length);
  });

  test('is refused by the staff’s command in demo mode, and shown beside its own services', SLOW, async () => {
    rig = await openRig();
    await waiting(rig);
    const command = (env: Env) =>
      promisify(execFile)(process.execPath, ['server/submissions.ts', 'list'], {
        env: { PATH: process.env.PATH, DATA_DIR: rig?.dataDir, ...env },
      }).then(
        ({ stdout }) => stdout,
        (error) => String(error.stderr),
      );
    expect(await command({})).toContain('of real applications, and this server is in demo mode');
    expect(await command({ NODE_ENV: 'production' })).toContain('Missing: CRICOS_BASE_URL');
    expect(await command(rig.upstream.env)).toContain('2 submissions');
  });
});

test('a demonstration’s ledger is refused by a server with real services, and continues in demo mode', async () => {
  const { client } = await startMain({});
  const application = await client.short();
  await client.put(application);
  await client.processed(application.id);
  await stopMain();
  const before = await contentOf(path.join(home, 'data'));
  const refused = await startMain({ STUDENT_FLOW_URL: 'http://127.0.0.1:9/flow' });
  expect(refused.code).toBe(1);
  expect(refused.text()).toContain('of a demonstration, and this server is for real applications');
  expect(await contentOf(path.join(home, 'data'))).toEqual(before);
  const again = await startMain({});
  expect((await again.client.processed(application.id)).status).toBe('processed');
});

test(
  'a database of real applications is refused in demo mode, untouched, and a bucket keeps its documents',
  SLOW,
  async () => {
    await using nodes = await startNodes();
    const real = await nodes.start();
    const client = new Client(real.url);
    const application = await client.student();
    await client.put(application);
    await client.processed(application.id);
    await real.stop();
    const shared = Object.entries(nodes.env).filter(([name]) => !SERVICES.includes(name));
    const { DATABASE_URL = '', ...bucket } = Object.fromEntries(shared);
    const documents = nodes.documents();
    expect(documents.length).toBeGreaterThan(3);
    const place = { DATA_DIR: path.join(home, 'data') };
    const onDatabase = await startMain({ ...place, DATABASE_URL });
    expect(onDatabase.code).toBe(1);
    expect(onDatabase.text()).toContain('The database of DATABASE_URL has the ledger of real applications');
    expect(onDatabase.text()).not.toContain(DATABASE_URL);
    const onBucket = await startMain({ ...bucket, DATA_DIR: path.join(home, 'other') });
    expect(onBucket.code).toBeUndefined();
    expect(nodes.documents()).toEqual(expect.arrayContaining([...documents]));
    const again = await nodes.start();
    expect((await new Client(again.url).processed(application.id)).status).toBe('processed');
  },
);

describe('an agency’s registration without AGENT_FLOW_URL', () => {
  test('is refused, and the log warned at the start', async () => {
    const { client, text } = await startMain({ STUDENT_FLOW_URL: 'http://127.0.0.1:9/flow' });
    const application = await client.agency();
    expect(problemOf(await client.put(application))).toMatchObject({
      status: 503,
      code: 'NOT_CONFIGURED',
      detail: 'Agent application Power Automate flow URL not configured',
    });
    expect((await client.get(`/api/submissions/${application.id}`)).status).toBe(404);
    const config = JSON.parse((await client.get('/api/config')).text);
    expect(config.flows.agent).toBe(false);
    expect(config.agentMock ?? false).toBe(false);
    await expect.poll(text).toMatch(/"setting":"AGENT_FLOW_URL","msg":"not set: agencies cannot register/);
  });

  test('goes to the mock with AGENT_FLOW_MOCK=1 only, after a warning in the log, and the page knows', async () => {
    const { client, text } = await startMain({ STUDENT_FLOW_URL: 'http://127.0.0.1:9/flow', AGENT_FLOW_MOCK: '1' });
    expect((await client.put(await client.agency())).status).toBe(202);
    const config = JSON.parse((await client.get('/api/config')).text);
    expect(config).toMatchObject({ demo: false, flows: { agent: false }, agentMock: true });
    await expect.poll(text).toContain('agency registrations go to a mock and are sent to no one (AGENT_FLOW_MOCK=1)');
    // Only missing settings that matter are named.
    expect(text()).not.toMatch(/COURSE_DATA_URL|STUDENT_MANAGEMENT_URL|FILE_TEST_FLOW_URL|AGENT_WORKFLOW_URL/);
  });
});

describe('the developer tools', () => {
  const WARNING =
    'DEV_TOOLS=1 with real services: anybody who can reach this server can send offers to the records API';

  test('beside real services are warned about at the start', async () => {
    const { text } = await startMain({ STUDENT_FLOW_URL: 'http://127.0.0.1:9/flow', DEV_TOOLS: '1' });
    await expect.poll(text).toContain('"level":40,');
    await expect.poll(text).toContain(WARNING);
  });

  test('of a demonstration are not', async () => {
    const { text } = await startMain({ DEV_TOOLS: '1' });
    // Lines that wait are written when the process ends.
    await stopMain();
    expect(text()).toContain('Demo mode');
    expect(text()).not.toContain('DEV_TOOLS');
  });
});
