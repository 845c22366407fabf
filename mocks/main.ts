import { parseEnv } from './main-env.ts';
import { startMocks } from './server.ts';

/** The outside services alone: `npm run mocks`. */
const options = parseEnv(process.env);
const mocks = await startMocks(options);
const dialect = options.records === 'published' ? { RECORDS_DIALECT: 'rtomanager' } : {};
const lines = Object.entries({ ...dialect, ...mocks.env }).map(([name, value]) => `${name}=${value}`);
process.stdout.write(
  [
    `The outside services are simulated at ${mocks.url}.`,
    `POST ${mocks.url}/__control/scenario {"service":"validate","scenario":"rejects-item-list","times":1} makes one fail;`,
    `GET ${mocks.url}/__control/received shows what arrived; GET ${mocks.url}/__control/scenarios lists the scenarios.`,
    'Point the server at them:',
    '',
    ...lines,
    '',
  ].join('\n'),
);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => mocks.close());
