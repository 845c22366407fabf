import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { agentsService } from './agents/agents.ts';
import { type Agent, makeAgents } from './agents/make-agents.ts';
import { answerControl, CONTROL_PREFIX, type Control } from './control.ts';
import { Journal } from './core/journal.ts';
import { createPlayer, type Latency, send } from './core/play.ts';
import { seeded } from './core/random.ts';
import { parseScenarios, Scenarios } from './core/scenarios.ts';
import type { Guard, Service } from './core/service.ts';
import { flowServices } from './flows.ts';
import { classificationsService } from './records/classifications.ts';
import { type CourseIntake, intakesService } from './records/intakes.ts';
import { OfferBook, offerServices, type RecordsKind } from './records/offers.ts';
import { type Account, Tokens, tokenService } from './records/token.ts';
import { workflowServices } from './workflows.ts';

export type { RecordsKind };

/** The settings of the mocks. */
export interface MocksOptions {
  /** 0 chooses a free port. */
  readonly port: number;
  /** 127.0.0.1 if left out. */
  readonly host?: string;
  /** As in MOCK_SCENARIO: `slow`, or `validate:rejects-item-list,file-workflow:failing`. */
  readonly scenario?: string;
  /** The same seed gives the same tokens, delays and flaky answers. */
  readonly seed?: number;
  /** Milliseconds that a call takes; 0 for tests. By default 150 to 400, long enough to see every stage. */
  readonly latency?: Latency;
  /** The agents of the agent source, or the number to make; 40 by default. */
  readonly agents?: number | readonly Agent[];
  /** Replaces the usual intakes. */
  readonly intakes?: readonly CourseIntake[];
  /** The lifetime of a token; an hour by default. */
  readonly tokenTtlMs?: number;
  /** The number of received calls to keep; 1,000 by default. Effects: twenty times, offers: five times as many. */
  readonly keep?: number;
  /** Which records API to play: the specified one (default) or the published one. */
  readonly records?: RecordsKind;
  /** The clock for intakes and tokens. */
  readonly now?: () => Date;
}

/** Running mocks. */
export interface Mocks extends Control {
  readonly url: string;
  /** The variables that point our server to these services. */
  readonly env: Readonly<Record<string, string>>;
  /** Closes open connections and stops. */
  close(): Promise<void>;
}

const RECORDS = '/cricos';
const ACCOUNT: Account = { username: 'svc-enrolment', password: 'mock-records-password' };

/** Starts every outside service on one port. Rejects if the port is taken or a scenario does not exist. */
export async function startMocks(options: MocksOptions): Promise<Mocks> {
  const { seed = 1, host = '127.0.0.1', keep = 1_000, latency = { min: 150, max: 400 } } = options;
  const { agents = 40, records = 'spec', now = () => new Date(), tokenTtlMs: ttlMs = 3_600_000 } = options;
  const signature = seeded(seed, 'signature').hex(40);
  const tokens = new Tokens({ ttlMs, random: seeded(seed, 'tokens'), now });
  const offers = new OfferBook(keep * 5);
  const journal = new Journal(keep);
  const signed = signedBy(signature);
  const services = [
    tokenService(RECORDS, ACCOUNT, tokens),
    ...offerServices(RECORDS, tokens.guard, offers, records),
    classificationsService(RECORDS, tokens.guard, records),
    intakesService(RECORDS, tokens.guard, now, { own: options.intakes, withOffsets: records === 'published' }),
    ...workflowServices(signed),
    ...flowServices(signed),
    agentsService(typeof agents === 'number' ? makeAgents(agents, seed) : agents, seed),
  ];
  const scenarios = new Scenarios(services);
  const control: Control = {
    setScenario: (request) => scenarios.set(request),
    received: (filter) => journal.received(filter),
    effects: (service) => journal.effects(service),
    offers: () => offers.list(),
    expireTokens: () => tokens.expireAll(),
    reset: () => {
      for (const part of [scenarios, journal, offers]) part.clear();
    },
    scenarios: () => ({ playing: scenarios.playing(), available: scenarios.available() }),
  };
  for (const request of parseScenarios(options.scenario ?? '')) control.setScenario(request);

  const player = createPlayer({ seed, latency, journal, scenarios });
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://mocks');
    if (url.pathname.startsWith(CONTROL_PREFIX)) return answerControl(control, request, response, url);
    const service = services.find(({ method, path }) => method === request.method && isAt(path, url.pathname));
    if (service) return player.play(service, request, response, url);
    send(response, { status: 404, body: { Message: 'No such resource.' } });
  };
  const server = await listen(
    (request, response) => handle(request, response).catch(() => response.destroy()),
    options.port,
    host,
  );
  const url = `http://${host}:${(server.address() as AddressInfo).port}`;
  const close = async () => {
    player.close();
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { ...control, url, env: environment(url, signature), close };
}

const isAt = (wanted: Service['path'], path: string) =>
  typeof wanted === 'string' ? wanted.toLowerCase() === path.toLowerCase() : wanted.test(path);

/** Checks the signature in the address: its query is the password. A call without the query gets 401. */
function signedBy(signature: string): Guard {
  const denied = { error: { code: 'DirectApiAuthorizationRequired', message: 'The request must be authenticated.' } };
  return ({ query }) => (query.sig === signature ? undefined : { status: 401, body: denied });
}

function environment(url: string, signature: string): Record<string, string> {
  const signed = (path: string) => `${url}${path}?api-version=2016-06-01&sig=${signature}`;
  return {
    CRICOS_BASE_URL: `${url}${RECORDS}`,
    CRICOS_USERNAME: ACCOUNT.username,
    CRICOS_PASSWORD: ACCOUNT.password,
    STUDENT_WORKFLOW_URL: signed('/workflow/student'),
    AGENT_WORKFLOW_URL: signed('/workflow/agent'),
    FILE_WORKFLOW_URL: signed('/workflow/files'),
    STUDENT_FLOW_URL: signed('/flows/student'),
    AGENT_FLOW_URL: signed('/flows/agent'),
    AGENT_LIST_URL: `${url}/agents`,
  };
}

async function listen(handle: RequestListener, port: number, host: string): Promise<Server> {
  // No timeout for requests: a big file over a slow link is not an attack here.
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: 60_000 }, handle);
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}
