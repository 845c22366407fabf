import type { Latency } from './core/pace.ts';
import type { MocksOptions, RecordsKind } from './server.ts';

/**
 * Reads MOCK_PORT (4010), MOCK_HOST, MOCK_SCENARIO, MOCK_SEED, MOCK_LATENCY (`0`, `250` or `150-400`), MOCK_AGENTS (how
 * many) and MOCK_RECORDS (`spec` or `published`). Throws RangeError, naming the variable, for what it does not take.
 */
export function parseEnv(env: Readonly<Record<string, string | undefined>>): MocksOptions {
  const { MOCK_HOST: host, MOCK_SCENARIO: scenario } = env;
  const seed = wholeNumber('MOCK_SEED', env.MOCK_SEED);
  const agents = wholeNumber('MOCK_AGENTS', env.MOCK_AGENTS);
  const latency = latencyFrom(env.MOCK_LATENCY);
  const records = recordsFrom(env.MOCK_RECORDS);
  return {
    port: wholeNumber('MOCK_PORT', env.MOCK_PORT) ?? 4010,
    ...(host && { host }),
    ...(scenario && { scenario }),
    ...(seed !== undefined && { seed }),
    ...(agents !== undefined && { agents }),
    ...(latency !== undefined && { latency }),
    ...(records !== undefined && { records }),
  };
}

function recordsFrom(text: string | undefined): RecordsKind | undefined {
  if (text === undefined || text === '') return undefined;
  if (text === 'spec' || text === 'published') return text;
  throw new RangeError(`MOCK_RECORDS has to be spec or published, not '${text}'.`);
}

function latencyFrom(text: string | undefined): Latency | undefined {
  const [first, second] = (text ?? '').split('-');
  const min = wholeNumber('MOCK_LATENCY', first);
  const max = wholeNumber('MOCK_LATENCY', second);
  return min === undefined || max === undefined ? min : { min, max };
}

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  if (!/^\d+$/.test(text)) throw new RangeError(`${name} has to be a whole number, not '${text}'.`);
  return Number(text);
}
