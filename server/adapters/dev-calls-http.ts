import { randomUUID } from 'node:crypto';
import { fetch, type RequestInit, type Response } from 'undici';
import { safeParse } from 'valibot';
import type { DevAnswer, DevScenarios } from '#contract/dev-tools.ts';
import { createDispatcher, type OutsideProxy } from './outside-proxy.ts';
import { whyUnreachable } from './probe.ts';
import { TokenAnswer } from './records-tokens.ts';
import { withoutEnd, withoutSecrets } from './redact.ts';

/** The developers' calls to outside services (R11.10). They never reject: a failure is an answer. */
export interface DevCalls {
  token(): Promise<DevAnswer>;
  validate(offer: unknown): Promise<DevAnswer>;
  submit(offer: unknown): Promise<DevAnswer>;
  intakes(query: Readonly<Record<string, string>>): Promise<DevAnswer>;
  classification(list: string): Promise<DevAnswer>;
  sendTestFile(): Promise<DevAnswer> | undefined;
}

/** The simulated services of demo mode, for choosing their scenarios. */
export interface Scenarios {
  read(): DevScenarios;
  /** Throws RangeError for a service or a scenario that does not exist. */
  choose(service: string, scenario: string): void;
  reset(): void;
}

interface HttpDevCallsOptions {
  readonly records?: { readonly baseUrl: string; readonly username: string; readonly password: string };
  readonly fileTestUrl?: string;
  readonly secrets: readonly string[];
  readonly timeoutMs: number;
  readonly proxy?: OutsideProxy | undefined;
}

const NOT_CONFIGURED: DevAnswer = { status: null, took: 0, headers: {}, body: 'The records API is not configured.' };

/** No retries, no shared token, unchanged answers. Tokens and secrets are masked, since answers go to a browser. */
export function createHttpDevCalls(options: HttpDevCallsOptions): DevCalls {
  const { records, fileTestUrl, secrets, timeoutMs, proxy } = options;
  const dispatcher = createDispatcher({ allowH2: false }, timeoutMs, proxy);
  const call = async (
    url: string,
    init: RequestInit,
    hidden: readonly string[],
  ): Promise<DevAnswer & { text: string }> => {
    const started = performance.now();
    const took = () => Math.round(performance.now() - started);
    const masked = (text: string) => mask(withoutSecrets(text, secrets), hidden);
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const answer = await fetch(url, { ...init, dispatcher, redirect: 'manual', signal });
      const { text, isCut } = await startOf(answer);
      const headers = [...answer.headers].map(([name, value]) => [name, masked(value)]);
      return {
        status: answer.status,
        took: took(),
        headers: Object.fromEntries(headers),
        body: isCut ? `${withoutEnd(masked(text), [...secrets, ...hidden])}${CUT}` : parsed(masked(text)),
        text,
      };
    } catch (cause) {
      return { status: null, took: took(), headers: {}, body: `No answer (${whyUnreachable(cause)}).`, text: '' };
    }
  };
  const fetchToken = async (account: NonNullable<typeof records>) => {
    const { username, password } = account;
    const body = new URLSearchParams({ grant_type: 'password', username, password });
    const answer = await call(`${account.baseUrl}/token`, { method: 'POST', body }, []);
    const token = tokenIn(answer.text);
    return { answer: { ...answer, body: maskToken(answer.body, token) }, token };
  };
  /** A call with a new token. If there is no token, the token's answer is the result. */
  const asAccount = async (path: string, init: RequestInit = {}): Promise<DevAnswer> => {
    if (!records) return NOT_CONFIGURED;
    const { answer, token } = await fetchToken(records);
    if (token === undefined) return shown(answer);
    const headers = { accept: 'application/json', ...init.headers, authorization: `Bearer ${token}` };
    return shown(await call(records.baseUrl + path, { ...init, headers }, [token]));
  };
  const post = (path: string, offer: unknown) =>
    asAccount(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': `dev-${randomUUID()}` },
      body: JSON.stringify(offer),
    });
  return {
    token: async () => (records ? shown((await fetchToken(records)).answer) : NOT_CONFIGURED),
    validate: (offer) => post('/api/V1/StudentOffers/Validate', offer),
    submit: (offer) => post('/api/V1/StudentOffers', offer),
    intakes: (query) => asAccount(`/api/V1/CourseIntakes?${new URLSearchParams(query)}`),
    classification: (list) => asAccount(`/api/Classification/${encodeURIComponent(list)}`),
    sendTestFile: () => (fileTestUrl === undefined ? undefined : call(fileTestUrl, testFile(), []).then(shown)),
  };
}

/** The part of an answer that is read and searched for secrets. */
const LONGEST_SHOWN = 256 * 1024;

/** The beginning of an answer, and whether it was longer. */
async function startOf({ body }: Response): Promise<{ readonly text: string; readonly isCut: boolean }> {
  const blocks: Uint8Array[] = [];
  let size = 0;
  for await (const block of body ?? []) {
    blocks.push(block.subarray(0, LONGEST_SHOWN - size));
    size += block.length;
    // Leaving the loop closes the connection.
    if (size > LONGEST_SHOWN) break;
  }
  return { text: Buffer.concat(blocks).toString('utf8'), isCut: size > LONGEST_SHOWN };
}

const CUT = '… (only the beginning of a long answer)';

const shown = ({ status, took, headers, body }: DevAnswer): DevAnswer => ({ status, took, headers, body });

const testFile = (): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', 'idempotency-key': `dev-${randomUUID()}` },
  body: JSON.stringify({
    subject: 'Test Material Upload',
    offerId: 'TEST',
    submissionId: 'test',
    files: [{ filename: 'test.pdf', slot: 'test', content: Buffer.from(TEST_PDF).toString('base64') }],
  }),
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function tokenIn(text: string): string | undefined {
  const { success, output } = safeParse(TokenAnswer, text);
  return success ? output.access_token : undefined;
}

/** `token`: the current one. Another text in its place may also be a token. */
function maskToken(body: unknown, token: string | undefined): unknown {
  const masked = token === undefined ? body : parsed(mask(JSON.stringify(body), [token]));
  if (token !== undefined || typeof masked !== 'object' || masked === null || !('access_token' in masked))
    return masked;
  const { access_token: unused } = masked;
  return { ...masked, access_token: typeof unused === 'string' ? mask(unused, [unused]) : unused };
}

const SHOWN_CHARACTERS = 4;

/** Shortens each token to its first characters and its length, enough to distinguish two tokens. */
function mask(text: string, tokens: readonly string[]): string {
  return longEnough(tokens).reduce(
    (clean, token) => clean.replaceAll(token, `${token.slice(0, SHOWN_CHARACTERS)}… (${token.length} characters)`),
    text,
  );
}

const longEnough = (secrets: readonly string[]): readonly string[] =>
  secrets.filter(({ length }) => length > SHOWN_CHARACTERS).sort((a, b) => b.length - a.length);

/** A PDF of one empty page, for trying out a flow that takes files. */
const TEST_PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj
xref
0 4
0000000000 65535 f 
0000000009 00000 n 
0000000052 00000 n 
0000000101 00000 n 
trailer<</Size 4/Root 1 0 R>>
startxref
164
%%EOF
`;
