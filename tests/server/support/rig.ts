import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { systemClock } from '#server/adapters/system-clock.ts';
import { readConfig } from '#server/config.ts';
import type { Wrap } from '#server/outside.ts';
import type { Clock } from '#server/ports/clock.ts';
import { type RunningServer, serve } from '#server/serve.ts';
import { Client } from './client.ts';
import { startUpstream, type Upstream } from './upstream.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** Real time, but no waits between tries, and a constant instead of random numbers. */
export const impatientClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  sleep: () => setImmediate(),
  after: systemClock.after,
  random: () => 0.5,
};

/**
 * The same clock after `passedMs` really passed and after it was set forward by `setMs`. Only the time of day includes
 * the second.
 */
export const movedBy = (passedMs: () => number, setMs: () => number = () => 0): Clock => ({
  ...impatientClock,
  now: () => new Date(Date.now() + passedMs() + setMs()),
  monotonic: () => performance.now() + passedMs(),
});

/**
 * The same clock, but only a test moves it. Even on a slow machine, no immediate try is late, and a scheduled retry
 * waits until the application is sent again.
 */
export function stoppedClock(passedMs: () => number = () => 0): Clock {
  const began = Date.now();
  return { ...impatientClock, now: () => new Date(began + passedMs()), monotonic: passedMs };
}

export interface Rig {
  readonly upstream: Upstream;
  readonly client: Client;
  readonly dataDir: string;
  /** Stops the server and starts another on the same data, with other settings if given. */
  restart(env?: Env): Promise<Client>;
  /** Stops the server; its data remains for another process or for `restart`. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

export interface RigOptions {
  readonly env?: Env;
  readonly clock?: Clock;
  readonly wrap?: Wrap;
  /** An empty directory; the rig makes one if left out. */
  readonly dataDir?: string;
  /** Receives each line of the log. */
  readonly log?: (line: string) => void;
}

/** A server in this process with a real ledger, real files and real outside calls over HTTP. */
export async function openRig({
  env = {},
  clock = impatientClock,
  wrap,
  log,
  ...given
}: RigOptions = {}): Promise<Rig> {
  const upstream = await startUpstream();
  const dataDir = given.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'server-test-')));
  const start = (changes: Env) => {
    const settings = {
      ...upstream.env,
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: log ? 'trace' : 'silent',
      UPSTREAM_TIMEOUT_MS: '2000',
      RECORDS_SUBMIT_TIMEOUT_MS: '2000',
      RATE_LIMIT_PER_MINUTE: '1000000',
      APPLICATIONS_PER_CLIENT_DAY: '1000000',
      ...changes,
    };
    return serve(readConfig(settings, { demo: false }), {
      dist: path.join(dataDir, 'none'),
      clock,
      ...(wrap ? { wrap } : {}),
      ...(log ? { logTo: { write: log } } : {}),
    });
  };
  let server: RunningServer | undefined = await start(env);
  const stop = async () => {
    await server?.close();
    server = undefined;
  };
  return {
    upstream,
    client: new Client(server.url),
    dataDir,
    restart: async (changes = env) => {
      await stop();
      server = await start(changes);
      return new Client(server.url);
    },
    stop,
    close: async () => {
      await stop();
      await upstream.close();
      if (given.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
