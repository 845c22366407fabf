import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, onTestFinished, test } from 'vitest';
import { needs } from '#tests/support/needs.ts';

const MIB = 1024 * 1024;

/** Starts the stand-alone program and waits until it has said where everything is. */
async function startMain(): Promise<{ child: ChildProcess; env: Record<string, string>; text: string }> {
  const child = spawn(process.execPath, ['mocks/main.ts'], {
    env: { ...process.env, MOCK_PORT: '0', MOCK_LATENCY: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const env: Record<string, string> = {};
  let text = '';
  for await (const line of createInterface({ input: child.stdout as Readable })) {
    text += `${line}\n`;
    const [, name, value] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
    if (name && value) env[name] = value;
    if (name === 'AGENT_LIST_URL') break;
  }
  return { child, env, text };
}

test('the stand-alone program prints what points a server at it, and ends on SIGTERM', async () => {
  const { child, env, text } = await startMain();
  expect(text).toMatch(/simulated at http:\/\/127\.0\.0\.1:\d+/);
  expect(Object.keys(env)).toEqual([
    'CRICOS_BASE_URL',
    'CRICOS_USERNAME',
    'CRICOS_PASSWORD',
    'STUDENT_WORKFLOW_URL',
    'AGENT_WORKFLOW_URL',
    'FILE_WORKFLOW_URL',
    'STUDENT_FLOW_URL',
    'AGENT_FLOW_URL',
    'AGENT_LIST_URL',
  ]);
  expect((await fetch(env.AGENT_LIST_URL ?? '')).status).toBe(200);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test(
  '95 MiB of documents are hashed in less than 64 MiB of memory',
  needs(existsSync('/proc/self/status'), 'there is no /proc to read memory from'),
  async () => {
    const { child, env } = await startMain();
    const memory = async (figure: string) => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      return Number(new RegExp(`^${figure}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
    };
    const block = randomBytes(3 * MIB);
    const blocks = 32; // 96 MiB, a little over what an application may have
    const hash = createHash('sha256');
    async function* body() {
      yield '{"subject":"Wei Zhang Material Upload","files":[{"filename":"all.pdf","content":"';
      for (let index = 0; index < blocks; index += 1) {
        hash.update(block);
        yield block.toString('base64');
      }
      yield '"}]}';
    }
    const before = await memory('VmRSS');
    const call = request(env.FILE_WORKFLOW_URL ?? '', { method: 'POST' });
    const answered = once(call, 'response');
    await pipeline(Readable.from(body()), call);
    const [response] = await answered;
    expect(response.statusCode).toBe(200);
    const received = (await (await fetch(new URL('/__control/received', env.FILE_WORKFLOW_URL))).json()) as unknown;
    expect(received).toMatchObject([{ files: [{ size: block.length * blocks, sha256: hash.digest('hex') }] }]);
    expect(((await memory('VmHWM')) - before) / MIB).toBeLessThan(64);
  },
);
