import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { START_FLAGS } from '#tests/support/start-flags.ts';

const FILE = 'docs/deploy/application.service';
const unit = readFileSync(FILE, 'utf8');
const entry = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'unit-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

test('the documented service starts the server as npm start does, so that what is measured is what runs', () => {
  const [program, ...parameters] = entry('ExecStart').split(' ');
  expect(program).toBe(`${entry('WorkingDirectory')}/node_modules/.bin/node`);
  expect(parameters).toEqual([...START_FLAGS, 'server/main.ts']);
});

test('the documented service leaves a server the ten seconds that it takes to end', () => {
  expect(Number(entry('TimeoutStopSec'))).toBeGreaterThan(10);
});

const analyze = spawnSync('systemd-analyze', ['--version']);

test('systemd finds nothing wrong with the documented service', async ({ skip }) => {
  skip(analyze.error !== undefined, 'systemd-analyze is not installed: apt-get install systemd brings it');
  const directory = path.join(home, 'application');
  await mkdir(path.join(directory, 'node_modules/.bin'), { recursive: true });
  await symlink(process.execPath, path.join(directory, 'node_modules/.bin/node'));
  const file = path.join(home, 'application.service');
  await writeFile(file, unit.replaceAll(entry('WorkingDirectory'), directory));
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' });
  expect(stdout + stderr).toBe('');
  expect(status).toBe(0);
});
