import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SLOW } from '#tests/support/slow.ts';
import { COMPILE_CACHE } from '../support/start-flags.ts';

let home: string;
let child: ChildProcessByStdio<null, Readable, Readable>;
let url: string;

/** The server in demo mode, until it listens; of its output only the line with its address was read. */
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'log-pipe-'));
  const env = {
    PATH: process.env.PATH ?? '',
    ...COMPILE_CACHE,
    PORT: '0',
    DATA_DIR: home,
    LOG_LEVEL: 'info',
    RATE_LIMIT_PER_MINUTE: '1000000',
  };
  child = spawn(process.execPath, ['server/main.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for await (const more of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += more;
    const found = /form on (http:\S+)/.exec(text)?.[1];
    if (found === undefined) continue;
    url = found;
    break;
  }
});
afterEach(async () => {
  child.kill('SIGKILL');
  await rm(home, { recursive: true, force: true, maxRetries: 3 });
});

/** Each of these is a line in the log. */
async function ask(times: number): Promise<void> {
  for (let i = 0; i < times; i += 1) expect((await fetch(`${url}/api/config`)).status).toBe(200);
}

async function endOn(signal: NodeJS.Signals): Promise<unknown> {
  expect(child.exitCode ?? child.signalCode).toBeNull();
  const ended = once(child, 'exit');
  child.kill(signal);
  return (await ended)[0];
}

test('SIGHUP ends the server as SIGTERM does, and what was logged until then is written', async () => {
  let lines = '';
  child.stdout.on('data', (more) => {
    lines += more;
  });
  await ask(1);
  const written = once(child.stdout, 'close');
  expect(await endOn('SIGHUP')).toBe(0);
  await written;
  for (const part of ['"route":"/api/config"', '"msg":"ending"', '"msg":"ended"']) expect(lines).toContain(part);
});

describe('if the lines of the log are not read', () => {
  test('because the pipe is gone, the server works on, and ends when it is asked to', async () => {
    child.stdout.destroy();
    await ask(60);
    expect(child.exitCode).toBeNull();
    expect(await endOn('SIGTERM')).toBe(0);
  });

  test('because the pipe goes while the last lines wait, the server ends', async () => {
    await ask(1);
    child.stdout.destroy();
    expect(await endOn('SIGTERM')).toBe(0);
  });

  test('because its reader hangs, the server works on', SLOW, async () => {
    child.stdout.pause();
    // A line has about 150 bytes, the pipe 64 KiB, and the reader its own buffer.
    await ask(1200);
    expect(child.exitCode).toBeNull();
  });
});
