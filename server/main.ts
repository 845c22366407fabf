import type { Scenarios } from './adapters/dev-calls-http.ts';
import { makeOnlyPrivateFiles } from './adapters/disk/private.ts';
import { loadEnvironment, readConfig } from './config.ts';
import { AppError } from './errors.ts';
import { serve } from './serve.ts';

/** The process ends within this, even if something hangs: acknowledged applications are in the ledger. */
const LONGEST_END_MS = 9_800;

async function main(): Promise<void> {
  makeOnlyPrivateFiles();
  ignoreBrokenPipes();
  const { begun, stopping } = endOnSignals();
  const { env, kind, notes } = loadEnvironment();
  for (const note of notes) process.stderr.write(`${note}\n`);
  const demo = kind === 'demo' ? await startSimulatedServices() : undefined;
  const config = readConfig({ ...env, ...demo?.env }, { demo: demo !== undefined });
  const serving = serve(config, { stopping, ...(demo && { scenarios: demo.scenarios }) }).catch((error) => {
    if (!stopping.aborted) throw error;
  });
  begun.push({ close: async () => (await serving)?.close() }, ...(demo ? [demo] : []));
  const server = await serving;
  if (server === undefined) return;
  // Node would print the error, which may quote an applicant's answers.
  process.on('uncaughtException', (err) => {
    server.log.error({ err }, 'uncaught error, exiting');
    process.exit(1);
  });
  // Last: a program that waits for these lines uses the server at once.
  process.stdout.write(`Online application form on ${server.url}\n`);
  if (demo) process.stdout.write('Demo mode: submissions go to simulated services\n');
}

/** Closes what has started, and exits. Closed terminals and some service managers send SIGHUP. */
function endOnSignals(): { readonly begun: { close(): Promise<void> }[]; readonly stopping: AbortSignal } {
  const begun: { close(): Promise<void> }[] = [];
  const stopping = new AbortController();
  let isEnding = false;
  const end = async () => {
    if (isEnding) return;
    isEnding = true;
    stopping.abort();
    setTimeout(() => process.exit(0), LONGEST_END_MS).unref();
    for (const part of begun) await part.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end);
  return { begun, stopping: stopping.signal };
}

/** Ignores EPIPE on standard output and error: a reader that is gone must not end the server. */
function ignoreBrokenPipes(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

async function startSimulatedServices() {
  const { startMocks } = await import('#mocks/server.ts');
  const { env, close, ...control } = await startMocks({ port: 0, records: 'published' });
  const scenarios: Scenarios = {
    read: control.scenarios,
    choose: (service, scenario) => control.setScenario({ service, scenario }),
    reset: () => control.setScenario({ service: 'all', scenario: 'accepts' }),
  };
  return { env, close, scenarios };
}

const PORT = 'HOST and PORT:';

/** Reasons why a server cannot start, by the system's error code. */
const WORDS: Readonly<Record<string, string>> = {
  EADDRINUSE: `${PORT} another program listens there`,
  EADDRNOTAVAIL: `${PORT} the host is no address of this machine`,
  ENOTFOUND: `${PORT} the host cannot be resolved`,
  ENOTDIR: 'DATA_DIR is, or lies below, a file',
  EEXIST: 'DATA_DIR is, or lies below, a file',
  EACCES: 'DATA_DIR cannot be written, or PORT is for privileged users only',
  EROFS: 'DATA_DIR cannot be written',
};

/** The message to the operator about a failed start; the variable first, if one is the cause. */
function startProblem(error: unknown): string {
  const root = error instanceof AppError && error.cause instanceof Error ? error.cause : error;
  if (!(root instanceof Error)) return String(root);
  const words = 'code' in root && typeof root.code === 'string' ? WORDS[root.code] : undefined;
  return words === undefined ? root.message : `${words} (${root.message})`;
}

main().catch((error) => {
  process.stderr.write(`${startProblem(error)}\n`);
  process.exit(1);
});
