import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readConfig } from '#server/config.ts';
import { type RunningServer, serve } from '#server/serve.ts';
import { SLOW } from '#tests/support/slow.ts';
import { COMPILE_CACHE } from '../support/start-flags.ts';
import { Client, stageOf, submissionOf } from './support/client.ts';
import { startUpstream, type Upstream } from './support/upstream.ts';

/** One boundary of each kind. The simulation kills the server at all of them, in many orders. */
const BOUNDARIES = [
  ['before-call', 'records.submit', 1],
  ['before-ledger-write', 'ledger.create', 1],
  ['during-ledger-write', 'ledger.create', 1],
  ['after-call', 'ledger.save', 2],
] as const;

let upstream: Upstream;
let dataDir: string;
let running: ChildProcess | undefined;
let restarted: RunningServer | undefined;
beforeEach(async () => {
  upstream = await startUpstream();
  dataDir = await mkdtemp(path.join(tmpdir(), 'killed-'));
});
afterEach(async () => {
  running?.kill('SIGKILL');
  await restarted?.close();
  restarted = undefined;
  await upstream.close();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
});

interface Started {
  readonly client: Client;
  readonly ended: Promise<NodeJS.Signals | null>;
}

const start = (...fault: readonly string[]) => startWith({}, ...fault);

async function startWith(settings: Readonly<Record<string, string>>, ...fault: readonly string[]): Promise<Started> {
  const own = {
    PATH: process.env.PATH,
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    RECORDS_UNKNOWN_OUTCOME: 'resend',
  };
  const env = { ...COMPILE_CACHE, ...upstream.env, ...own, ...settings };
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

/** The server that comes after a killed one, on its data. In this process, where it is there in a tenth of the time. */
async function restart(): Promise<Client> {
  const own = { PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent', RECORDS_UNKNOWN_OUTCOME: 'resend' };
  restarted = await serve(readConfig({ ...upstream.env, ...own }, { demo: false }), { dist: 'none' });
  return new Client(restarted.url);
}

/** The call that makes the record, and the one that may be several. The simulation has all of them. */
const OUTSIDE = ['offers', 'fileWorkflow'] as const;

describe('a server killed with SIGKILL', () => {
  test.each(BOUNDARIES)(
    '%s %s (%d) finishes the application after its restart, under one OfferId',
    SLOW,
    async (...fault) => {
      const first = await start(...fault.map(String));
      const application = await first.client.student();
      // The connection may die with the server: what the applicant sees then is no answer.
      const answer = await first.client.put(application).catch(() => undefined);
      expect(await first.ended).toBe('SIGKILL');
      const second = await restart();
      if (answer?.status !== 202) await second.put(application);
      const done = await second.processed(application.id);
      expect([...upstream.offers.keys()]).toEqual([done.offerId]);
      const keys = upstream.calls.filter(({ key }) => key !== undefined).map(({ key }) => key);
      expect(new Set(keys)).toEqual(new Set([application.id]));
      for (const route of ['validate', 'offers'] as const) {
        expect(new Set(upstream.of(route).map(({ body }) => body)).size).toBe(1);
      }
    },
  );

  test.each(OUTSIDE)(
    'during a call of %s that was done and never answered sends the same once more, under the same key',
    async (route) => {
      upstream.next(route, 'mute');
      const first = await start();
      const application = await first.client.student();
      await first.client.put(application);
      await vi.waitFor(() => expect(upstream.of(route)).toHaveLength(1), { timeout: 60_000, interval: 10 });
      running?.kill('SIGKILL');
      await first.ended;
      const second = await start();
      const done = await second.client.processed(application.id);
      const calls = upstream.of(route);
      expect(calls).toHaveLength(2);
      expect(new Set(calls.map(({ key }) => key))).toEqual(new Set([application.id]));
      expect(new Set(calls.map(({ body }) => body)).size).toBe(1);
      expect([...upstream.offers.keys()]).toEqual([done.offerId]);
    },
  );

  test(
    'during a call, with RECORDS_UNKNOWN_OUTCOME=hold, sends nothing again and leaves it to the staff',
    SLOW,
    async () => {
      upstream.next('offers', 'mute');
      const first = await start();
      const application = await first.client.student();
      await first.client.put(application);
      await vi.waitFor(() => expect(upstream.of('offers')).toHaveLength(1), { timeout: 60_000, interval: 10 });
      running?.kill('SIGKILL');
      await first.ended;
      const second = await startWith({ RECORDS_UNKNOWN_OUTCOME: 'hold' });
      const stopped = await second.client.settled(application.id);
      expect(stageOf(stopped, 'cricos-submission').error?.code).toBe('UNKNOWN_OUTCOME');
      expect(submissionOf(await second.client.put(application)).status).toBe('error');
      expect(upstream.of('offers')).toHaveLength(1);
    },
  );
});
