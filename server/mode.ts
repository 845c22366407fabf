import { type Environment, readSetting, wrongConfiguration } from './config.ts';
import type { LedgerKind } from './ports/ledger-kind.ts';
import { SETTINGS, type Setting } from './settings.ts';

/**
 * Whether a server with this environment serves real applications or a demonstration (contract §2 `DEMO`, §3). Demo mode
 * needs that no outside service is set, and is never a guess in production. Throws words for the operator, which name
 * the variables and never their values, where the environment asks for neither or for both.
 */
export function chooseMode(env: Environment): LedgerKind {
  const services = Object.values<Setting>(SETTINGS)
    .filter(({ service }) => service === 'application')
    .map(({ variable }) => variable);
  const configured = services.filter((variable) => env[variable]?.trim());
  const { value: wish, problem } = readSetting(env, SETTINGS.demoWish);
  if (problem !== undefined) throw wrongConfiguration([problem]);
  if (configured.length > 0) {
    if (wish !== true) return 'real';
    throw new Error(
      `DEMO=1 asks for demo mode, but ${configured.join(', ')} ${configured.length > 1 ? 'are' : 'is'} set: ` +
        'remove DEMO to serve real applications, or remove the services for a demonstration',
    );
  }
  if (wish === true) return 'demo';
  if (wish === undefined && env.NODE_ENV?.trim() !== 'production') return 'demo';
  const reason = wish === false ? 'DEMO=0 forbids demo mode' : 'NODE_ENV=production never starts demo mode by itself';
  throw new Error(
    `No outside service is configured, and ${reason}. Missing: ${services.join(', ')}. ` +
      'Set those that the college has, or DEMO=1 for a demonstration with simulated services',
  );
}
