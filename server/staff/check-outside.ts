import { createHttpDevCalls } from '../adapters/dev-calls-http.ts';
import { probe } from '../adapters/probe.ts';
import { createPrometheus } from '../adapters/prometheus.ts';
import { systemClock } from '../adapters/system-clock.ts';
import { endpointState, missingServices } from '../availability.ts';
import { confidential, proxyOf, type ServerConfig, withValues } from '../config.ts';
import { connectOutside, createMasking } from '../outside.ts';
import { CallFailure } from '../ports/call-failure.ts';
import type { Log } from '../ports/log.ts';

/** One line of a check. `wrong` must be corrected before applicants come; `missing` may be intended. */
export interface CheckLine {
  readonly mark: 'ok' | 'wrong' | 'missing' | 'note';
  readonly text: string;
}

const TIMEOUT_MS = 30_000;

/** Asks every configured service whether it can be used, without sending an application. Secrets are masked. */
export async function checkOutside(config: ServerConfig): Promise<readonly CheckLine[]> {
  const [account, lists, flows] = await Promise.all([checkAccount(config), checkLists(config), checkFlows(config)]);
  const missing = missingServices(config).map(
    ({ variable, effect, isMistake }): CheckLine => ({
      mark: isMistake ? 'wrong' : 'missing',
      text: `${variable} is not set: ${effect}`,
    }),
  );
  const unsaid = config.collegeMissing.map((text): CheckLine => ({ mark: 'missing', text }));
  return [...account, ...lists, ...flows, ...missing, ...unsaid, ...checkUnknownOutcomes(config)];
}

async function checkAccount(config: ServerConfig): Promise<readonly CheckLine[]> {
  if (config.records === undefined) return [];
  const { secrets, urls } = confidential(config);
  const options = { records: config.records, secrets: [...secrets, ...urls], timeoutMs: TIMEOUT_MS };
  const { status, body } = await createHttpDevCalls({ ...options, proxy: proxyOf(config) }).token();
  const said = typeof body === 'string' ? body : JSON.stringify(body);
  if (status === null) return [{ mark: 'wrong', text: `CRICOS_BASE_URL: the records API cannot be reached. ${said}` }];
  const hasToken = typeof body === 'object' && body !== null && 'access_token' in body;
  if (status === 200 && hasToken) return [{ mark: 'ok', text: 'CRICOS_BASE_URL: the records API gave a token' }];
  const isRefused = [400, 401, 403].includes(status);
  const what = isRefused
    ? 'CRICOS_USERNAME, CRICOS_PASSWORD: the records API refuses the account'
    : 'CRICOS_BASE_URL: there is no records API that gives tokens at this address';
  return [{ mark: 'wrong', text: `${what}. It answered ${status}: ${said.slice(0, LONGEST_SAID)}` }];
}

const LONGEST_SAID = 300;

/** The lists that applicants get from this server. */
async function checkLists(config: ServerConfig): Promise<readonly CheckLine[]> {
  const reasons: string[] = [];
  const note = (facts: object) => {
    if ('err' in facts) reasons.push(reasonOf(facts.err));
  };
  const log: Log = { info: () => undefined, warn: note, error: note };
  const options = { config, clock: systemClock, log, masking: createMasking(config), metrics: createPrometheus() };
  const { lists } = connectOutside(options, (_name, port) => port);
  const because = () => (reasons.length > 0 ? ` (${[...new Set(reasons.splice(0))].join('; ')})` : '');
  const lines: CheckLine[] = [];
  if (config.agentListUrl !== undefined) {
    const { source, total } = await lists.agents({ refresh: true });
    const wrong = `AGENT_LIST_URL: there is no list${because()}: applicants find one built-in agent`;
    lines.push(lineOf(source === 'live', `AGENT_LIST_URL: it lists ${total} agents`, wrong));
  }
  if (config.records === undefined) return lines;
  const intakes = await lists.intakes();
  const dates = intakes.items.map(({ startDate }) => startDate).join(', ');
  const none = `The records API has no intake to offer${because()}: applicants are offered ${dates}, built in`;
  lines.push(lineOf(intakes.source === 'live', `Intakes of the records API: ${dates}`, none));
  const { source } = await lists.classifications();
  const builtIn = Object.entries(source).flatMap(([name, from]) => (from === 'live' ? [] : [name]));
  const text = `Code lists that the records API did not give${because()}, built in: ${builtIn.join(', ')}`;
  return [...lines, builtIn.length > 0 ? { mark: 'note', text } : lineOf(true, 'Code lists of the records API: all')];
}

const lineOf = (isOk: boolean, ok: string, wrong = ''): CheckLine =>
  isOk ? { mark: 'ok', text: ok } : { mark: 'wrong', text: wrong };

/** The service's message, without secrets. */
function reasonOf(failure: unknown): string {
  if (!(failure instanceof CallFailure)) return failure instanceof Error ? failure.message : 'unknown';
  const { cause, message, body = '' } = failure;
  if (cause instanceof CallFailure) return `${message}: ${reasonOf(cause)}`;
  return body === '' ? message : `${message}: ${body}`;
}

/** Addresses that are tested in another way, or never called. */
const NOT_PROBED = new Set([
  'DATABASE_URL',
  'CRICOS_BASE_URL',
  'AGENT_LIST_URL',
  'COURSE_DATA_URL',
  'STUDENT_MANAGEMENT_URL',
  'HTTPS_PROXY',
]);

function checkFlows(config: ServerConfig): Promise<readonly CheckLine[]> {
  const flows = withValues(config).flatMap(({ variable, secrecy, value }) =>
    secrecy === 'address' && typeof value === 'string' && !NOT_PROBED.has(variable) ? [{ variable, url: value }] : [],
  );
  return Promise.all(flows.map(({ variable, url }) => checkFlow(config, variable, url)));
}

async function checkFlow(config: ServerConfig, variable: string, url: string): Promise<CheckLine> {
  if (endpointState(url) === 'invalid') return { mark: 'wrong', text: `${variable} is no http or https address` };
  const probed = await probe(url, TIMEOUT_MS, proxyOf(config));
  if ('status' in probed) {
    const text = `${variable}: there is a server, which answered ${probed.status} to OPTIONS. Whether the flow takes applications, only one that is sent can tell`;
    return { mark: 'ok', text };
  }
  const { code } = probed;
  const hint = CERTIFICATE.test(code) ? ': its certificate is not trusted, see NODE_EXTRA_CA_CERTS' : '';
  return { mark: 'wrong', text: `${variable} cannot be reached (${code})${hint}` };
}

const CERTIFICATE = /CERT|SIGNED|ISSUER/;

/** Decisions to make before the first application. */
function checkUnknownOutcomes({ records, recordsUnknownOutcome, unknownOutcome }: ServerConfig): readonly CheckLine[] {
  const lines: CheckLine[] = [];
  if (records && recordsUnknownOutcome === 'resend') {
    const text = 'RECORDS_UNKNOWN_OUTCOME=resend is right only if the records keep one offer per OfferId';
    lines.push({ mark: 'note', text });
  }
  if (unknownOutcome === 'resend') {
    const text =
      'UNKNOWN_OUTCOME=resend: a flow that gave no answer gets the same call again. Flows have to compare Idempotency-Key (docs/operate/flows.md), else set hold';
    lines.push({ mark: 'note', text });
  }
  return lines;
}
