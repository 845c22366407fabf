import type { LedgerKind } from './ports/ledger-kind.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** One of these set, and it is no demonstration (contract §3). */
const REAL_SERVICES = [
  'CRICOS_BASE_URL',
  'STUDENT_WORKFLOW_URL',
  'AGENT_WORKFLOW_URL',
  'STUDENT_FLOW_URL',
  'AGENT_FLOW_URL',
  'FILE_WORKFLOW_URL',
];
const WISHES: Readonly<Record<string, boolean>> = {
  1: true,
  true: true,
  yes: true,
  on: true,
  0: false,
  false: false,
  no: false,
  off: false,
};

/**
 * Whether a server with this environment serves real applications or a demonstration (contract §2 `DEMO`, §3). Demo mode
 * needs that no outside service is set, and is never a guess in production. Throws words for the operator, which name
 * the variables and never their values, where the environment asks for neither or for both.
 */
export function chooseMode(env: Environment): LedgerKind {
  const configured = REAL_SERVICES.filter((name) => env[name]?.trim());
  const wish = wishOf(env.DEMO);
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
    `No outside service is configured, and ${reason}. Missing: ${REAL_SERVICES.join(', ')}. ` +
      'Set those that the college has, or DEMO=1 for a demonstration with simulated services',
  );
}

function wishOf(given: string | undefined): boolean | undefined {
  const wish = given?.trim().toLowerCase();
  if (!wish) return undefined;
  if (WISHES[wish] === undefined) throw new Error('The configuration is not right: DEMO must be 1 or 0');
  return WISHES[wish];
}
