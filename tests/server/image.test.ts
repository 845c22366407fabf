import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
/** The instructions of the image's last stage, line by line. */
const lastStage =
  readFileSync(path.join(root, 'Dockerfile'), 'utf8')
    .split(/^FROM /m)
    .at(-1)
    ?.split('\n') ?? [];
const instructions = (name: string) =>
  lastStage.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));

/** What the image says of its environment, and the command that it starts. */
const imageEnv = Object.fromEntries(
  instructions('ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('=', 2) as [string, string])),
);
const [program, ...parameters] = JSON.parse(instructions('CMD').at(-1) ?? '[]') as string[];

let app: string;
let data: string;
let child: ChildProcess | undefined;

/** The image's files without an engine: what is copied, and of the packages those that are not for development. */
beforeAll(async () => {
  const home = await mkdtemp(path.join(tmpdir(), 'image-'));
  app = path.join(home, 'app');
  data = path.join(home, 'data');
  await mkdir(path.join(app, 'node_modules'), { recursive: true });
  const copied = instructions('COPY')
    .map((line) => line.replace(/^--from=\S+ (?:\/app\/)?/, '').split(' ')[0] ?? '')
    .filter((name) => name !== 'node_modules' && !name.startsWith('/'));
  for (const name of copied) await cp(path.join(root, name), path.join(app, name), { recursive: true });
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  const needed = Object.entries(packages).filter(
    ([place, { dev }]) => /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(place) && !dev,
  );
  for (const [place] of needed) {
    await mkdir(path.dirname(path.join(app, place)), { recursive: true });
    await symlink(path.join(root, place), path.join(app, place)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
});
afterEach(() => {
  child?.kill('SIGKILL');
  child = undefined;
});
afterAll(() => rm(path.dirname(app), { recursive: true, force: true }));

/** Starts the image's command with these settings beside its own; what it wrote, and how it ended or where it listens. */
function run(settings: Readonly<Record<string, string>>) {
  expect(program).toBe('node');
  const env = { PATH: process.env.PATH, ...imageEnv, HOST: '127.0.0.1', PORT: '0', DATA_DIR: data, ...settings };
  const started = spawn(process.execPath, parameters, { cwd: app, env, stdio: ['ignore', 'pipe', 'pipe'] });
  child = started;
  let output = '';
  return new Promise<{ output: string; code: number | null; url: string | undefined }>((resolve) => {
    const listen = (text: string) => {
      output += text;
      const url = /Online application form on (http:\S+)/.exec(output)?.[1];
      if (url) resolve({ output, code: null, url });
    };
    for (const stream of [started.stdout, started.stderr]) stream.setEncoding('utf8').on('data', listen);
    started.once('close', (code) => resolve({ output, code, url: undefined }));
  });
}

describe("the container's image", () => {
  test('without configuration says which variables it wants, and ends', async () => {
    const { code, output } = await run({});
    expect(code).not.toBe(0);
    expect(code).not.toBeNull();
    for (const name of ['CRICOS_BASE_URL', 'STUDENT_WORKFLOW_URL', 'STUDENT_FLOW_URL', 'AGENT_FLOW_URL', 'DEMO=1']) {
      expect(output).toContain(name);
    }
  });

  test('with DEMO=1 runs the demonstration, simulations and page included', async () => {
    const { url, output } = await run({ DEMO: '1' });
    expect(url, output).toBeDefined();
    const config = (await (await fetch(`${url}/api/config`)).json()) as { demo: boolean; flows: object };
    expect(config).toMatchObject({ demo: true, flows: { student: true, agent: true, shortForm: true, files: true } });
    const agents = (await (await fetch(`${url}/api/agent-list`)).json()) as { source: string; total: number };
    expect(agents.source).toBe('live');
    expect(await (await fetch(`${url}/`)).text()).toContain('Online Application Form');
  });

  test('keeps its data where its own user may write, outside of the program', () => {
    expect(instructions('VOLUME')).toContain(imageEnv.DATA_DIR);
    expect(imageEnv.DATA_DIR).not.toContain('/app');
  });
});
