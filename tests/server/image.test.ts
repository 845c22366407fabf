/** @module-tag slow */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { carryOut, type Image, type Place } from '#tests/image/support/carry-out.ts';

const root = path.resolve(import.meta.dirname, '../..');

let home: string;
let image: Image;
let data: string;
let child: ChildProcess | undefined;

/** What `npm ci` puts into a folder: links to the packages here, without those for development if `isWithoutDev`. */
async function linkPackages(cwd: string, isWithoutDev: boolean): Promise<void> {
  const { packages } = JSON.parse(readFileSync(path.join(cwd, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  const needed = Object.entries(packages).filter(
    ([place, { dev }]) => /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(place) && !(dev && isWithoutDev),
  );
  for (const [place] of needed) {
    await mkdir(path.dirname(path.join(cwd, place)), { recursive: true });
    await symlink(path.join(root, place), path.join(cwd, place));
  }
}

/** Each command of the Dockerfile by what it leaves behind; `npm run image` carries them out as they are. */
async function shortRun(command: string, { root: stage, cwd }: Place): Promise<void> {
  if (command === 'npm ci --ignore-scripts') return linkPackages(cwd, false);
  if (command === 'npm ci --omit=dev --ignore-scripts') return linkPackages(cwd, true);
  if (command.endsWith('node build/build.ts')) {
    expect(existsSync(path.join(cwd, 'build/build.ts'))).toBe(true);
    return cp(path.join(root, 'dist'), path.join(cwd, 'dist'), { recursive: true });
  }
  const made = /^install -d -o node -g node -m 700 (\/\S+)$/.exec(command)?.[1];
  if (made === undefined) throw new Error(`What does this leave behind? ${command}`);
  await mkdir(path.join(stage, made), { recursive: true, mode: 0o700 });
}

/** The image's files without an engine, step by step as the Dockerfile makes them. */
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'image-'));
  image = await carryOut(root, home, shortRun);
  data = path.join(image.root, image.env.DATA_DIR ?? '');
});
afterEach(() => {
  child?.kill('SIGKILL');
  child = undefined;
});
afterAll(() => rm(home, { recursive: true, force: true }));

/** Starts the image's command with these settings beside its own; what it wrote, and how it ended or where it listens. */
function run(settings: Readonly<Record<string, string>>) {
  const [program, ...parameters] = image.command;
  expect(program).toBe('node');
  const env = { PATH: process.env.PATH, ...image.env, HOST: '127.0.0.1', PORT: '0', DATA_DIR: data, ...settings };
  const started = spawn(process.execPath, parameters, { cwd: image.cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
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
    expect(image.user).toBe('node');
    expect(image.volumes).toEqual([image.env.DATA_DIR]);
    expect(existsSync(data)).toBe(true);
    expect(image.env.DATA_DIR).not.toContain('/app');
  });

  test('begins with the version of Node that everything is tested with', () => {
    expect(image.node).toBe(process.versions.node);
  });

  test('has neither tests nor packages for development in it', () => {
    expect(readdirSync(image.cwd).sort()).toEqual([
      'dist',
      'example-college',
      'mocks',
      'node_modules',
      'package.json',
      'server',
      'src',
    ]);
    expect(existsSync(path.join(image.cwd, 'node_modules/koa'))).toBe(true);
    expect(existsSync(path.join(image.cwd, 'node_modules/vitest'))).toBe(false);
  });
});
