import { createHash } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** The outside services that a submission calls. */
export type Route =
  | 'token'
  | 'validate'
  | 'offers'
  | 'studentWorkflow'
  | 'agentWorkflow'
  | 'fileWorkflow'
  | 'studentFlow'
  | 'agentFlow'
  | 'agentList'
  | 'classification'
  | 'intakes';

export interface Call {
  readonly route: Route;
  readonly key: string | undefined;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
  readonly path: string;
  readonly query: URLSearchParams;
}

/**
 * How an outside service fails. `unanswered` does the work and breaks the connection. `cut` sends half an answer.
 * `silent` never answers. `mute` does the work and never answers. `refused` refuses the connection.
 */
export type Trouble =
  | { readonly status: number; readonly body?: unknown; readonly retryAfter?: number }
  | 'unanswered'
  | 'refused'
  | 'cut'
  | 'garbage'
  | 'silent'
  | 'mute';

export interface Upstream {
  readonly env: Readonly<Record<string, string>>;
  readonly calls: readonly Call[];
  /** Accepted offers by OfferId: how often each was sent. */
  readonly offers: ReadonlyMap<string, number>;
  /** Texts that must never leave the server. */
  readonly secrets: readonly string[];
  of(route: Route): readonly Call[];
  /** Sets the troubles of a route's next calls; with `always`, of all calls from now on. */
  next(route: Route, ...troubles: readonly Trouble[]): void;
  always(route: Route, trouble: Trouble | undefined): void;
  /** Chooses the trouble of each call. */
  ask(choose: ((route: Route) => Trouble | undefined) | undefined): void;
  /** Sets the answer of a read. */
  answers(route: 'agentList' | 'classification' | 'intakes', make: (call: Call) => unknown): void;
  expireTokens(): void;
  close(): Promise<void>;
}

const ROUTES: Readonly<Record<string, Route>> = {
  '/records/token': 'token',
  '/records/api/V1/StudentOffers/Validate': 'validate',
  '/records/api/V1/StudentOffers': 'offers',
  '/records/api/V1/CourseIntakes': 'intakes',
};
const SIGNATURE = 'c0ffee5e1f00dfaceb00c';
const PASSWORD = 'a-password-of-the-records-api';

/** One small server for every outside service, written without the product's code. */
export async function startUpstream(): Promise<Upstream> {
  const calls: Call[] = [];
  const offers = new Map<string, number>();
  const queued = new Map<Route, Trouble[]>();
  const standing = new Map<Route, Trouble>();
  const reads = new Map<Route, (call: Call) => unknown>();
  let tokens = new Set<string>();
  let chosen: ((route: Route) => Trouble | undefined) | undefined;

  const server = http.createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://outside');
    const route = routeOf(url.pathname);
    const trouble = queued.get(route)?.shift() ?? chosen?.(route) ?? standing.get(route);
    if (trouble === 'refused') return void request.socket.destroy();
    const body = await bodyOf(request).catch(() => undefined);
    if (body === undefined) return;
    const key = request.headers['idempotency-key'];
    const call: Call = {
      route,
      key: typeof key === 'string' ? key : undefined,
      headers: request.headers,
      body,
      path: url.pathname,
      query: url.searchParams,
    };
    calls.push(call);
    if (trouble === 'silent') return;
    if (typeof trouble === 'object')
      return answer(response, trouble.status, trouble.body ?? { message: 'refused' }, trouble.retryAfter);
    const done = work(call);
    const good = trouble === 'garbage' ? { status: 200, body: 'accepted, thank you' } : done;
    if (trouble === 'mute') return;
    if (trouble === 'unanswered') return void request.socket.destroy();
    if (trouble === 'cut') {
      response.writeHead(good.status, { 'content-length': 1000 });
      response.write('{"IsSuccess":');
      return void setTimeout(() => response.destroy(), 5);
    }
    answer(response, good.status, good.body);
  });

  const work = (call: Call): { status: number; body: unknown } => {
    const isRecords = ['validate', 'offers', 'classification', 'intakes'].includes(call.route);
    const token = call.headers.authorization?.replace('Bearer ', '') ?? '';
    if (isRecords && !tokens.has(token)) return { status: 401, body: { Message: 'denied' } };
    if (call.route === 'token') {
      const token = `token-${tokens.size}-${Math.random().toString(36).slice(2)}`;
      tokens.add(token);
      return { status: 200, body: { access_token: token, expires_in: 3600 } };
    }
    if (call.route === 'offers') {
      const { OfferId } = JSON.parse(call.body);
      offers.set(OfferId, (offers.get(OfferId) ?? 0) + 1);
    }
    const made = reads.get(call.route)?.(call);
    return { status: 200, body: made === undefined ? STANDARD[call.route] : made };
  };

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const flow = (name: string) => `${origin}/${name}/invoke?sig=${SIGNATURE}`;
  return {
    env: {
      CRICOS_BASE_URL: `${origin}/records`,
      CRICOS_USERNAME: 'service-account',
      CRICOS_PASSWORD: PASSWORD,
      STUDENT_WORKFLOW_URL: flow('studentWorkflow'),
      AGENT_WORKFLOW_URL: flow('agentWorkflow'),
      FILE_WORKFLOW_URL: flow('fileWorkflow'),
      STUDENT_FLOW_URL: flow('studentFlow'),
      AGENT_FLOW_URL: flow('agentFlow'),
      AGENT_LIST_URL: flow('agentList'),
    },
    calls,
    offers,
    secrets: [SIGNATURE, PASSWORD, `127.0.0.1:${port}`],
    of: (route) => calls.filter((call) => call.route === route),
    next: (route, ...troubles) => {
      queued.set(route, [...troubles]);
    },
    always: (route, trouble) => {
      if (trouble === undefined) standing.delete(route);
      else standing.set(route, trouble);
    },
    ask: (choose) => {
      chosen = choose;
    },
    answers: (route, make) => {
      reads.set(route, make);
    },
    expireTokens: () => {
      tokens = new Set();
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const STANDARD: Readonly<Partial<Record<Route, unknown>>> = {
  validate: { IsSuccess: true },
  offers: { IsSuccess: true },
  studentFlow: { id: 7 },
  agentFlow: { id: 8 },
  agentList: [{ name: 'Harbour Bridge Education', country: 'China', emails: [], phones: [], websites: [] }],
  classification: [],
  intakes: [],
};

function routeOf(pathname: string): Route {
  const known = ROUTES[pathname];
  if (known) return known;
  if (pathname.startsWith('/records/api/Classification/')) return 'classification';
  return pathname.split('/')[1] as Route;
}

function answer(response: http.ServerResponse, status: number, body: unknown = '', retryAfter?: number): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) });
  response.end(text);
}

async function bodyOf(request: http.IncomingMessage): Promise<string> {
  const blocks: Buffer[] = [];
  for await (const block of request) blocks.push(block);
  return Buffer.concat(blocks).toString('latin1');
}

/** The SHA-256 of each document in a file workflow's JSON. */
export function forwardedHashes(call: Call): readonly string[] {
  const { files } = JSON.parse(call.body) as { files: { content: string }[] };
  return files.map(({ content }) => createHash('sha256').update(Buffer.from(content, 'base64')).digest('hex'));
}
