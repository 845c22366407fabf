import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';

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
