/** @module-tag slow */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** A build on a machine that has every setting of the server in its environment, as a careless one would. */
const MARK = 'planted-5ecret';
let directory: string;
let files: ReadonlyMap<string, string>;
let planted: readonly string[];

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'bundle-'));
  planted = await serverVariables();
  const { PATH, HOME } = process.env;
  // With Vite's own prefix, too: an operator may have guessed that it is needed.
  const env = planted.flatMap((name) => [name, `VITE_${name}`].map((one) => [one, `${MARK}-${one}`]));
  // Nothing is compressed, which takes as long as the rest and says the same in other bytes.
  const program = `await (await import('./build/site.ts')).buildSite(${JSON.stringify(directory)});`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    env: { PATH, HOME, ...Object.fromEntries(env) },
  });
  files = await readBuilt(directory);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function serverVariables(): Promise<readonly string[]> {
  const example = await readFile('.env.example', 'utf8');
  return [...example.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name ?? '');
}

/** Every file of the build as text. */
async function readBuilt(from: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const contents = names.map(async (name) => [path.relative(from, name), await readFile(name, 'latin1')] as const);
  return new Map(await Promise.all(contents));
}

test('the bundle was built whole: page, scripts, service worker, manifests', () => {
  const names = [...files.keys()];
  for (const name of ['index.html', 'service-worker.js', 'manifest.webmanifest', '.vite/manifest.json', 'csp.json']) {
    expect(names).toContain(name);
  }
  expect(names.filter((name) => /^assets\/.+\.js$/.test(name)).length).toBeGreaterThan(10);
  expect(planted).toContain('CRICOS_PASSWORD');
});

test('no setting of the server is in it, neither its value nor its name', () => {
  for (const [name, text] of files) {
    expect(text.includes(MARK), `a planted value in ${name}`).toBe(false);
    for (const variable of ['CRICOS_PASSWORD', 'CRICOS_USERNAME', 'DATABASE_URL', 'AWS_SECRET_ACCESS_KEY']) {
      expect(text.includes(variable), `${variable} in ${name}`).toBe(false);
    }
  }
});

test('no path of the machine that built it is in it', () => {
  for (const [name, text] of files) expect(text.includes(process.cwd()), `a path in ${name}`).toBe(false);
});
