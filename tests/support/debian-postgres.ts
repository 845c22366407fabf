import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Cluster, firstPid, freezing } from './postgres.ts';
import { freePort } from './product.ts';

const VERSIONS = '/usr/lib/postgresql';

/** A PostgreSQL with the client's programs of the same version, as Debian installs both. */
export interface DebianPostgres extends Disposable {
  /** Where pg_dump and pg_restore are. */
  readonly programs: string;
  /** Makes an empty database; its address. Throws with createdb's words. */
  database(name: string): string;
  /** Ends it as an operator does, and brings it back with its data. Both throw with pg_ctl's words. */
  stop(): void;
  start(): void;
  /** SIGKILL, as a machine dies. */
  kill(): Promise<void>;
  /** Runs one of its programs as its user. Throws with the program's words. */
  run(name: string, ...words: readonly string[]): void;
  /** Where its data lie. */
  readonly data: string;
  /** Its address without a database. */
  readonly address: string;
}

/** The newest version of which server and client are on this machine, and a user that may start it. */
export function debianPrograms(): string | undefined {
  const found = (existsSync(VERSIONS) ? readdirSync(VERSIONS) : [])
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => path.join(VERSIONS, version, 'bin'))
    .find((programs) => ['initdb', 'pg_dump', 'createdb'].every((name) => existsSync(path.join(programs, name))));
  return isRoot() && idOf('-u') === undefined ? undefined : found;
}

const isRoot = () => process.getuid?.() === 0;

/** The number of Debian's user for it, or of its group. */
function idOf(what: '-u' | '-g'): number | undefined {
  const { status, stdout } = spawnSync('id', [what, 'postgres'], { encoding: 'utf8' });
  return status === 0 ? Number(stdout) : undefined;
}

/**
 * Starts it on a free port, with its data in a temporary folder. Throws with its own words when it does not start.
 * @param copyOf the server that it follows as a standby, by this name and as the role `replicator`
 */
export async function startDebianPostgres(
  programs: string,
  copyOf?: { readonly primary: DebianPostgres; readonly name: string },
): Promise<DebianPostgres> {
  // As root it refuses to run.
  const user = isRoot() ? { uid: idOf('-u') ?? 0, gid: idOf('-g') ?? 0 } : {};
  const run = (name: string, ...words: readonly string[]) => {
    const options = { ...user, cwd: '/', stdio: 'pipe', encoding: 'utf8', env: { PGPASSWORD: 'postgres' } } as const;
    const { status, stdout, stderr } = spawnSync(path.join(programs, name), words, options);
    if (status !== 0) throw new Error(`${name}: ${stdout}${stderr}`);
  };
  const home = mkdtempSync(path.join(tmpdir(), 'debian-postgres-'));
  const password = path.join(home, 'password');
  writeFileSync(password, 'postgres');
  if (user.uid !== undefined) for (const file of [home, password]) chownSync(file, user.uid, user.gid);
  const data = path.join(home, 'data');
  const port = await freePort();
  if (copyOf) {
    const { hostname, port: from } = new URL(copyOf.primary.address);
    const server = `host=${hostname} port=${from} user=replicator password=replicator application_name=${copyOf.name}`;
    run('pg_basebackup', '-R', '-X', 'stream', '-c', 'fast', '--no-sync', '-D', data, '-d', server);
  } else run('initdb', '-D', data, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${password}`, '--no-sync');
  const settings = `-p ${port} -k ${home} -c listen_addresses=127.0.0.1`;
  const start = () => run('pg_ctl', 'start', '-w', '-D', data, '-l', path.join(home, 'log'), '-o', settings);
  start();
  const address = `postgres://postgres:postgres@127.0.0.1:${port}`;
  let wasKilled = false;
  return {
    programs,
    data,
    address,
    run,
    start,
    stop: () => run('pg_ctl', 'stop', '-w', '-m', 'fast', '-D', data),
    kill: async () => {
      process.kill(await firstPid(data), 'SIGKILL');
      wasKilled = true;
    },
    database: (name) => {
      run('createdb', '-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', name);
      return `${address}/${name}`;
    },
    [Symbol.dispose]: () => {
      if (!wasKilled) run('pg_ctl', 'stop', '-w', '-m', 'immediate', '-D', data);
      rmSync(home, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** The same with a database of the tests, to be used in the place of the one that they bring along. */
export async function startDebianCluster(programs: string): Promise<Cluster> {
  const postgres = await startDebianPostgres(programs);
  const address = postgres.database('nodes');
  let isRunning = true;
  return {
    ...freezing(address, postgres.data),
    pid: () => firstPid(postgres.data),
    database: async () => address,
    stop: async () => {
      postgres.stop();
      isRunning = false;
    },
    start: async () => {
      if (!isRunning) postgres.start();
      isRunning = true;
    },
    close: async () => {
      if (!isRunning) postgres.start();
      postgres[Symbol.dispose]();
    },
  };
}
