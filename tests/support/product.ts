import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { COMPILE_CACHE, START_FLAGS } from './start-flags.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

export interface Product {
  readonly url: string;
  readonly dataDir: string;
  /** The server's output so far. */
  log(): string;
  /** The process id, for reading memory from /proc. */
  pid(): number | undefined;
  /** Whether its process has ended, for any reason. */
  hasEnded(): boolean;
  /** Starts it if it is not running. */
  start(): Promise<void>;
  /** Sends SIGTERM and waits for the end; removes nothing. */
  stop(): Promise<void>;
  /** SIGKILL, like a power cut. */
  kill(): Promise<void>;
  /** Stops it and removes its data. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** The timeout for a server start on a busy machine. */
export const LONGEST_START_MS = 150_000;

/** Below the system's ephemeral ports (from 32768), and not refused by browsers (10080). */
const FIRST_PORT = 11_000;
const PORTS_OF_A_WORKER = 500;
// Two runs on one machine start at different ports.
let next = Math.floor(Math.random() * PORTS_OF_A_WORKER);

/**
 * A port that no other process takes, even while its server starts or restarts. Each test worker has its own range,
 * outside the system's ephemeral ports.
 */
export async function freePort(): Promise<number> {
  const first = FIRST_PORT + Number(process.env.VITEST_POOL_ID ?? 0) * PORTS_OF_A_WORKER;
  for (;;) {
    const port = first + (next++ % PORTS_OF_A_WORKER);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/**
 * Starts the real server as a separate process on a free port, with an empty data directory `within` the given one. It
 * runs in demo mode, or with the services in `env`. `start` after `kill` restarts it with the same port and data.
 * `data` is a directory to copy first, with files as old as `writtenAt` says; `root` is another built checkout.
 */
export async function startProduct({
  env = {},
  within = tmpdir(),
  data,
  root = ROOT,
}: {
  readonly env?: Readonly<Record<string, string>>;
  readonly within?: string;
  readonly data?: { readonly directory: string; readonly writtenAt: Date };
  readonly root?: string;
} = {}): Promise<Product> {
  const home = await mkdtemp(path.join(within, 'product-'));
  const dataDir = path.join(home, 'data');
  if (data !== undefined) await copyAged(data.directory, dataDir, data.writtenAt);
  const port = await freePort();
  const product = new ProductProcess(home, dataDir, port, env, root);
  await product.start();
  return product;
}

/** The server takes the age of an upload from its file. */
async function copyAged(from: string, to: string, writtenAt: Date): Promise<void> {
  await cp(from, to, { recursive: true });
  for (const file of await readdir(to, { recursive: true })) await utimes(path.join(to, file), writtenAt, writtenAt);
}

class ProductProcess implements Product {
  readonly url: string;
  readonly dataDir: string;
  readonly #home: string;
  readonly #root: string;
  readonly #env: NodeJS.ProcessEnv;
  #child: ChildProcess | undefined;
  #output = '';

  constructor(home: string, dataDir: string, port: number, env: Readonly<Record<string, string>>, root: string) {
    this.#home = home;
    this.#root = root;
    this.dataDir = dataDir;
    this.url = `http://127.0.0.1:${port}`;
    const { PATH, HOME, TZ } = process.env;
    const limits = { RATE_LIMIT_PER_MINUTE: '100000', APPLICATIONS_PER_CLIENT_DAY: '1000000' };
    const college = { COLLEGE_DIR: path.join(ROOT, 'example-college') };
    const defaults = { HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...college, ...limits };
    this.#env = { PATH, HOME, TZ, ...COMPILE_CACHE, ...defaults, ...env, PORT: String(port), DATA_DIR: dataDir };
  }

  log = () => this.#output;
  pid = () => this.#child?.pid;
  hasEnded = () => !isRunning(this.#child);

  async start(): Promise<void> {
    if (isRunning(this.#child)) return;
    const child = spawn(process.execPath, [...START_FLAGS, 'server/main.ts'], { cwd: this.#root, env: this.#env });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#output = (this.#output + text).slice(-1_000_000);
      });
    }
    const ended = new Promise<never>((_resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`the server exited with ${code}:\n${this.#output.slice(-2000)}`)));
    });
    ended.catch(() => {});
    await Promise.race([this.#ready(), ended]);
  }

  async #ready(): Promise<void> {
    // Only for a server that hangs: one that fails exits, and one whose database is starting waits for it.
    const deadline = Date.now() + LONGEST_START_MS;
    for (;;) {
      const ready = await fetch(`${this.url}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (ready) return;
      if (Date.now() > deadline) throw new Error(`the server is not ready:\n${this.#output.slice(-2000)}`);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }

  stop = () => this.#end('SIGTERM');
  kill = () => this.#end('SIGKILL');

  async #end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (!isRunning(child)) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    const late = setTimeout(() => child.kill('SIGKILL'), 15_000);
    await ended;
    clearTimeout(late);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await rm(this.#home, { recursive: true, force: true, maxRetries: 3 });
  }
}

const isRunning = (child: ChildProcess | undefined): child is ChildProcess =>
  child !== undefined && child.exitCode === null && child.signalCode === null;
