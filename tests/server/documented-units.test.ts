import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SLOW } from '#tests/support/slow.ts';
import { START_FLAGS } from '#tests/support/start-flags.ts';

const FILE = 'docs/operate/deploy/application.service';
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

test('nothing that is started in production opens an inspector on SIGUSR1', () => {
  expect(START_FLAGS).toContain('--disable-sigusr1');
  expect(readFileSync('Dockerfile', 'utf8')).toContain('CMD ["node", "--disable-sigusr1", ');
});

test('the documented service leaves a server the ten seconds that it takes to end', () => {
  expect(Number(entry('TimeoutStopSec'))).toBeGreaterThan(10);
});

const analyze = spawnSync('systemd-analyze', ['--version']);

test('systemd finds nothing wrong with the documented services', SLOW, async ({ skip }) => {
  skip(analyze.error !== undefined, 'systemd-analyze is not installed: apt-get install systemd brings it');
  const directory = path.join(home, 'application');
  await mkdir(path.join(directory, 'node_modules/.bin'), { recursive: true });
  await symlink(process.execPath, path.join(directory, 'node_modules/.bin/node'));
  const files = ['application.service', 'application-backup.service', 'application-backup.timer'];
  for (const name of files) {
    const text = readFileSync(path.join('docs/operate/deploy', name), 'utf8');
    await writeFile(path.join(home, name), text.replaceAll(entry('WorkingDirectory'), directory));
  }
  const paths = files.map((name) => path.join(home, name));
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...paths], {
    encoding: 'utf8',
  });
  expect(stdout + stderr).toBe('');
  expect(status).toBe(0);
});

const promtool = spawnSync('promtool', ['--version']);

test(
  'Prometheus takes the documented configuration, and asks as the job that the rules name',
  SLOW,
  async ({ skip }) => {
    const prometheus = readFileSync('docs/operate/deploy/prometheus.yml', 'utf8');
    expect(prometheus).toContain('- job_name: application\n');
    skip(promtool.error !== undefined, 'promtool is not installed: apt-get install prometheus brings it');
    await copyFile('docs/operate/alerts.yml', path.join(home, 'alerts.yml'));
    await writeFile(path.join(home, 'prometheus.yml'), prometheus);
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'config', path.join(home, 'prometheus.yml')], {
      encoding: 'utf8',
    });
    expect(status, stdout + stderr).toBe(0);
  },
);
