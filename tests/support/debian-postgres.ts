import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Cluster, firstPid, freezing } from './postgres.ts';
import { freePort } from './product.ts';

const VERSIONS = '/usr/lib/postgresql';

/** PostgreSQL with client programs of the same version, as Debian installs them. */
export interface DebianPostgres extends Disposable {
  /** The folder of pg_dump and pg_restore. */
  readonly programs: string;
  /** Creates an empty database and returns its address. Throws with createdb's output. */
  database(name: string): string;
  /** Stops it as an operator does, and starts it again with its data. Both throw with pg_ctl's output. */
  stop(): void;
  start(): void;
  /** SIGKILL, like a crash of the machine. */
  kill(): Promise<void>;
  /** Runs one of its programs as its user. Throws with the program's output. */
  run(name: string, ...words: readonly string[]): void;
  /** Its data folder. */
  readonly data: string;
  /** Its address without a database. */
  readonly address: string;
}

/** The newest version with server and client on this machine, if there is also a user that may start it. */
export function debianPrograms(): string | undefined {
  const found = (existsSync(VERSIONS) ? readdirSync(VERSIONS) : [])
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => path.join(VERSIONS, version, 'bin'))
    .find((programs) => ['initdb', 'pg_dump', 'createdb'].every((name) => existsSync(path.join(programs, name))));
  return isRoot() && idOf('-u') === undefined ? undefined : found;
}

const isRoot = () => process.getuid?.() === 0;

/** The id of Debian's postgres user or of its group. */
function idOf(what: '-u' | '-g'): number | undefined {
  const { status, stdout } = spawnSync('id', [what, 'postgres'], { encoding: 'utf8' });
  return status === 0 ? Number(stdout) : undefined;
}

/**
 * Starts it on a free port with its data in a temporary folder. Throws with its output if it does not start.
 * @param copyOf the server that it follows as a standby, under this name and with the role `replicator`
 */
export async function startDebianPostgres(
  programs: string,
  copyOf?: { readonly primary: DebianPostgres; readonly name: string },
): Promise<DebianPostgres> {
  // PostgreSQL refuses to run as root.
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

/** The same with a test database, to use instead of the PostgreSQL that the tests install. */
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
