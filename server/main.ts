import { isDemo, loadEnvironment, readConfig } from './config.ts';
import { serve } from './serve.ts';

/** Starts the product as the environment says; without any outside service, with the simulated ones in this process. */
async function main(): Promise<void> {
  const env = loadEnvironment();
  const demo = isDemo(env);
  const mocks = demo ? await (await import('#mocks/server.ts')).startMocks({ port: 0 }) : undefined;
  const server = await serve(readConfig({ ...env, ...mocks?.env }, { demo }));
  process.stdout.write(`Online application form on ${server.url}\n`);
  if (demo) process.stdout.write('Demo mode: submissions go to simulated services\n');

  let ending = false;
  const end = async () => {
    if (ending) return;
    ending = true;
    await server.close();
    await mocks?.close();
    process.exit(0);
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}

main().catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
