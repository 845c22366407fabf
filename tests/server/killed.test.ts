import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Client } from './support/client.ts';
import { startUpstream, type Upstream } from './support/upstream.ts';

/** Every boundary of a student application: a call of a port, and each write of the ledger (the first is the PUT's). */
const BOUNDARIES = [
  ['before-call', 'records.validate', 1],
  ['after-call', 'records.validate', 1],
  ['before-call', 'records.submit', 1],
  ['after-call', 'records.submit', 1],
  ['before-call', 'workflow.sendApplication', 1],
  ['after-call', 'workflow.sendApplication', 1],
  ['before-call', 'workflow.sendFiles', 1],
  ['after-call', 'workflow.sendFiles', 1],
  // Four uploads and their judging come first.
  ['before-call', 'files.size', 9],
  ['before-ledger-write', 'ledger.create', 1],
  ['after-call', 'ledger.create', 1],
  ...Array.from({ length: 7 }, (_, i) => ['before-ledger-write', 'ledger.save', i + 1] as const),
  ...Array.from({ length: 7 }, (_, i) => ['after-call', 'ledger.save', i + 1] as const),
] as const;

let upstream: Upstream;
let dataDir: string;
let running: ChildProcess | undefined;
beforeEach(async () => {
  upstream = await startUpstream();
  dataDir = await mkdtemp(path.join(tmpdir(), 'killed-'));
});
afterEach(async () => {
  running?.kill('SIGKILL');
  await upstream.close();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
});

async function start(...fault: readonly string[]): Promise<{ client: Client; ended: Promise<NodeJS.Signals | null> }> {
  const env = { ...upstream.env, PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
  const child = spawn(process.execPath, ['tests/server/support/killable-server.ts', ...fault], { env });
  running = child;
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
  let errors = '';
  child.stderr.on('data', (text) => {
    errors += text;
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (text) => resolve(String(text).trim()));
    child.once('exit', () => reject(new Error(`the server did not start: ${errors}`)));
  });
  return { client: new Client(url), ended };
}

describe('a server killed with SIGKILL', () => {
  test.each(BOUNDARIES)(
    '%s %s (%d) finishes the application after its restart, under one OfferId',
    async (...fault) => {
      const first = await start(...fault.map(String));
      const application = await first.client.student();
      // The connection may die with the server: what the applicant sees then is no answer.
      const answer = await first.client.put(application).catch(() => undefined);
      expect(await first.ended).toBe('SIGKILL');
      const second = await start();
      if (answer?.status !== 202) await second.client.put(application);
      const began = Date.now();
      const done = await second.client.processed(application.id);
      expect(Date.now() - began).toBeLessThan(5000);
      expect([...upstream.offers.keys()]).toEqual([done.offerId]);
      const keys = upstream.calls.filter(({ key }) => key !== undefined).map(({ key }) => key);
      expect(new Set(keys)).toEqual(new Set([application.id]));
      expect(new Set(upstream.of('offers').map(({ body }) => body)).size).toBe(1);
    },
  );
});
