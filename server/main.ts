import { makeOnlyPrivateFiles } from './adapters/disk/private.ts';
import { type LoadedEnvironment, loadEnvironment, readConfig, WrongConfiguration } from './config.ts';
import type { Scenarios } from './ports/dev-calls.ts';
import { serve } from './serve.ts';
import { lookAround } from './surroundings.ts';

/** Within this the process is gone, whatever still hangs: what was acknowledged is in the ledger. */
const LONGEST_END_MS = 9_800;

/** Starts the product as the environment says; in demo mode with the simulated services in this process. */
async function main(): Promise<void> {
  makeOnlyPrivateFiles();
  outliveReaders();
  const begun = endOnSignals();
  const { env, kind } = await loadSurroundings();
  const demo = kind === 'demo' ? await startSimulatedServices() : undefined;
  const config = readConfig({ ...env, ...demo?.env }, { demo: demo !== undefined });
  const server = await serve(config, demo && { scenarios: demo.scenarios });
  begun.push(server, ...(demo ? [demo] : []));
  // Node's own last words would quote the error, and with it perhaps somebody's answers.
  process.on('uncaughtException', (err) => {
    server.log.error({ err }, 'a fault that nobody caught: the process ends');
    process.exit(1);
  });
  // Last: whoever waits for these lines may do anything with the server from then on.
  process.stdout.write(`Online application form on ${server.url}\n`);
  if (demo) process.stdout.write('Demo mode: submissions go to simulated services\n');
}

/** The environment, when all around fits it; throws one error that names all that is wrong with either. */
async function loadSurroundings(): Promise<LoadedEnvironment> {
  const loaded = loadedOrWrong();
  const { problems, notes } = await lookAround(loaded.places);
  const isWrong = loaded instanceof WrongConfiguration;
  for (const note of [...(isWrong ? [] : loaded.notes), ...notes]) process.stderr.write(`${note}\n`);
  if (isWrong) throw new WrongConfiguration([...loaded.problems, ...problems]);
  if (problems.length > 0) throw new WrongConfiguration(problems);
  return loaded;
}

function loadedOrWrong(): LoadedEnvironment | WrongConfiguration {
  try {
    return loadEnvironment();
  } catch (error) {
    if (error instanceof WrongConfiguration) return error;
    throw error;
  }
}

/**
 * A signal closes what has begun, one after the other, and ends the process. It is heeded from the start, by whatever
 * name it comes: SIGHUP comes from a terminal that is closed and from some service managers.
 */
function endOnSignals(): { close(): Promise<void> }[] {
  const begun: { close(): Promise<void> }[] = [];
  let isEnding = false;
  const end = async () => {
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => process.exit(0), LONGEST_END_MS).unref();
    for (const part of begun) await part.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end);
  return begun;
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
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
