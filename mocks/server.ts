import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import type { Agent } from './agents/agent.ts';
import { agentsService } from './agents/agents.ts';
import { makeAgents } from './agents/make-agents.ts';
import { answerControl, type Control } from './control/control.ts';
import { Effects } from './core/effects.ts';
import { DEMO_LATENCY, type Latency, Pace } from './core/pace.ts';
import { createPlayer, type Player } from './core/play.ts';
import { seeded } from './core/random.ts';
import { ReceivedLog } from './core/received.ts';
import { parseScenarios, Scenarios } from './core/scenarios.ts';
import { signedBy, signedUrl } from './core/signature.ts';
import type { Service } from './core/types.ts';
import { fileWorkflowService } from './file-workflow/file-workflow.ts';
import { flowServices } from './flows/flows.ts';
import { classificationsService, publishedList } from './records/classifications.ts';
import type { CourseIntake } from './records/course-intakes.ts';
import { intakesService } from './records/intakes.ts';
import { OfferBook, offerServices } from './records/offers.ts';
import { publishedOfferServices } from './records/published/offers.ts';
import { type Account, Tokens, tokenService } from './records/token.ts';
import { workflowServices } from './workflow/workflow.ts';

/** `spec` keeps one record per OfferId; `published` behaves as the vendor's help pages say. */
export type RecordsKind = 'spec' | 'published';

/** How the mocks are to behave. */
export interface MocksOptions {
  /** 0 takes any free one. */
  readonly port: number;
  /** 127.0.0.1 when left out. */
  readonly host?: string;
  /** As in MOCK_SCENARIO: `slow`, or `validate:rejects-item-list,file-workflow:failing`. */
  readonly scenario?: string;
  /** The same seed gives the same tokens, delays and flaky answers. */
  readonly seed?: number;
  /** Milliseconds a call takes; 0 for tests. 150 to 400 when left out, as suits a demonstration. */
  readonly latency?: Latency;
  /** What the agent source lists, or how many are made; about forty when left out. */
  readonly agents?: number | readonly Agent[];
  /** In place of the usual intakes. */
  readonly intakes?: readonly CourseIntake[];
  /** How long a token is honoured; an hour when left out. */
  readonly tokenTtlMs?: number;
  /** How many received calls are kept; 1,000 when left out. Of effects twenty times, of offers five times that. */
  readonly keep?: number;
  /** Which records API is played: the one that the specification describes (when left out), or the published one. */
  readonly records?: RecordsKind;
  /** The clock of intakes and tokens. */
  readonly now?: () => Date;
}

/** Running mocks. */
export interface Mocks extends Control {
  readonly url: string;
  /** Every variable that points our server at these services. */
  readonly env: Readonly<Record<string, string>>;
  /** Cuts what is open and ends. */
  close(): Promise<void>;
}

const RECORDS = '/cricos';
const ACCOUNT: Account = { username: 'svc-enrolment', password: 'mock-records-password' };

/** Starts every outside service on one port. Rejects when the port is taken or a scenario does not exist. */
export async function startMocks(options: MocksOptions): Promise<Mocks> {
  const { seed = 1, host = '127.0.0.1', keep = 1_000, now = () => new Date() } = options;
  const signature = seeded(seed, 'signature').hex(40);
  const tokens = new Tokens({ ttlMs: options.tokenTtlMs ?? 3_600_000, random: seeded(seed, 'tokens'), now });
  const offers = new OfferBook(keep * 5);
  const services = createServices({ ...options, seed, now }, signature, tokens, offers);
  const scenarios = new Scenarios(services);
  const received = new ReceivedLog(keep);
  const effects = new Effects(keep * 20);
  const pace = new Pace(options.latency ?? DEMO_LATENCY, seed);

  const control: Control = {
    setScenario: (request) => scenarios.set(request),
    received: (filter) => received.list(filter),
    effects: (service) => effects.list(service),
    offers: () => offers.list(),
    expireTokens: () => tokens.expireAll(),
    reset() {
      for (const part of [scenarios, received, effects, offers]) part.clear();
    },
    scenarios: () => ({
      playing: scenarios.standing(),
      available: scenarios.available(),
    }),
  };
  for (const request of parseScenarios(options.scenario ?? '')) control.setScenario(request);

  const play = createPlayer({ seed, received, effects, scenarios, pace });
  const server = await listen(createApp(services, play, control), options.port, host);
  const url = `http://${host}:${(server.address() as AddressInfo).port}`;
  return { ...control, url, env: environment(url, signature), close: () => closeAll(server, pace) };
}

function createServices(
  options: MocksOptions & { readonly seed: number; readonly now: () => Date },
  signature: string,
  tokens: Tokens,
  offers: OfferBook,
): Service[] {
  const { seed, now, agents = 40, records = 'spec' } = options;
  const isPublished = records === 'published';
  const signed = signedBy(signature);
  return [
    tokenService(RECORDS, ACCOUNT, tokens),
    ...(isPublished ? publishedOfferServices : offerServices)(RECORDS, tokens.guard, offers),
    classificationsService(RECORDS, tokens.guard, isPublished ? publishedList : undefined),
    intakesService(RECORDS, tokens.guard, now, { own: options.intakes, withOffsets: isPublished }),
    ...workflowServices(signed),
    fileWorkflowService(signed),
    ...flowServices(signed),
    agentsService(typeof agents === 'number' ? makeAgents(agents, seed) : agents, seed),
  ];
}

/** Koa finds the service; the service speaks on the bare response, since a mock must be able to break one. */
function createApp(services: readonly Service[], play: Player, control: Control): Koa {
  const app = new Koa();
  app.silent = true; // a connection that a scenario cuts is no error worth a line
  app.use(async (ctx) => {
    if (await answerControl(ctx, control)) return;
    const service = services.find(({ method, path }) => method === ctx.method && matches(path, ctx.path));
    if (!service) {
      ctx.status = 404;
      ctx.body = { Message: 'No such resource.' };
      return;
    }
    ctx.respond = false;
    await play(service, ctx.req, ctx.res, ctx.URL);
  });
  return app;
}

const matches = (wanted: string | RegExp, path: string) =>
  typeof wanted === 'string' ? wanted.toLowerCase() === path.toLowerCase() : wanted.test(path);

function environment(url: string, signature: string): Record<string, string> {
  return {
    CRICOS_BASE_URL: `${url}${RECORDS}`,
    CRICOS_USERNAME: ACCOUNT.username,
    CRICOS_PASSWORD: ACCOUNT.password,
    STUDENT_WORKFLOW_URL: signedUrl(url, '/workflow/student', signature),
    AGENT_WORKFLOW_URL: signedUrl(url, '/workflow/agent', signature),
    FILE_WORKFLOW_URL: signedUrl(url, '/workflow/files', signature),
    STUDENT_FLOW_URL: signedUrl(url, '/flows/student', signature),
    AGENT_FLOW_URL: signedUrl(url, '/flows/agent', signature),
    AGENT_LIST_URL: `${url}/agents`,
  };
}

async function listen(app: Koa, port: number, host: string): Promise<Server> {
  const server = createServer(app.callback());
  server.requestTimeout = 0; // a big file over a slow link is no attack here
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return server;
}

function closeAll(server: Server, pace: Pace): Promise<void> {
  pace.close();
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
