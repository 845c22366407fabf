import { makeOnlyPrivateFiles } from './adapters/disk/private.ts';
import { loadEnvironment, readConfig } from './config.ts';
import type { Scenarios } from './ports/dev-calls.ts';
import { serve } from './serve.ts';
import { startProblem } from './start-problem.ts';

/** Within this the process is gone, whatever still hangs: what was acknowledged is in the ledger. */
const LONGEST_END_MS = 9_800;

/** Starts the product as the environment says; in demo mode with the simulated services in this process. */
async function main(): Promise<void> {
  makeOnlyPrivateFiles();
  outliveReaders();
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
  // Node's own last words would quote the error, and with it perhaps somebody's answers.
  process.on('uncaughtException', (err) => {
    server.log.error({ err }, 'a fault that nobody caught: the process ends');
    process.exit(1);
  });
  // Last: whoever waits for these lines may do anything with the server from then on.
  process.stdout.write(`Online application form on ${server.url}\n`);
  if (demo) process.stdout.write('Demo mode: submissions go to simulated services\n');
}

/**
 * A signal closes what has begun, one after the other, and ends the process. SIGTERM, SIGINT and SIGHUP count from the
 * first moment: SIGHUP comes from a terminal that is closed and from some service managers.
 */
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

/** Who read what is written here may be gone before the server is: that ends nothing. */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/** Loaded in demo mode only: nothing of it runs where the services are real. */
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

main().catch((error) => {
  process.stderr.write(`${startProblem(error)}\n`);
  process.exit(1);
});
