import type { Latency } from './core/play.ts';
import type { MocksOptions } from './server.ts';

/**
 * Reads MOCK_PORT (4010), MOCK_HOST, MOCK_SCENARIO, MOCK_SEED, MOCK_LATENCY (`0`, `250` or `150-400`), MOCK_AGENTS (a
 * number) and MOCK_RECORDS (`spec` or `published`). Throws RangeError with the variable's name for any other value.
 */
export function parseEnv(env: Readonly<Record<string, string | undefined>>): MocksOptions {
  const { MOCK_RECORDS: records } = env;
  if (records && records !== 'spec' && records !== 'published') {
    throw new RangeError(`MOCK_RECORDS must be spec or published, not '${records}'.`);
  }
  const options = {
    host: env.MOCK_HOST,
    scenario: env.MOCK_SCENARIO,
    seed: wholeNumber('MOCK_SEED', env.MOCK_SEED),
    agents: wholeNumber('MOCK_AGENTS', env.MOCK_AGENTS),
    latency: latencyFrom(env.MOCK_LATENCY),
    records,
  };
  const given = Object.entries(options).filter(([, value]) => value !== undefined && value !== '');
  return { port: wholeNumber('MOCK_PORT', env.MOCK_PORT) ?? 4010, ...Object.fromEntries(given) };
}

function latencyFrom(text = ''): Latency | undefined {
  const [first, second] = text.split('-');
  const min = wholeNumber('MOCK_LATENCY', first);
  const max = wholeNumber('MOCK_LATENCY', second);
  return min === undefined || max === undefined ? min : { min, max };
}

function wholeNumber(name: string, text = ''): number | undefined {
  if (text === '') return undefined;
  if (!/^\d+$/.test(text)) throw new RangeError(`${name} must be a whole number, not '${text}'.`);
  return Number(text);
}
