import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DestinationStream } from 'pino';
import type { Scenarios } from './adapters/dev-calls-http.ts';
import { createPrometheus } from './adapters/prometheus.ts';
import { systemClock } from './adapters/system-clock.ts';
import { missingServices } from './availability.ts';
import { compose } from './compose.ts';
import type { ServerConfig } from './config.ts';
import { createApp, createWaitingApp } from './http/app.ts';
import { answerClientErrors } from './http/client-errors.ts';

import { createLog } from './logger.ts';
import { createMasking, type Wrap } from './outside.ts';
import type { Clock } from './ports/clock.ts';
import type { Log } from './ports/log.ts';

export interface RunningServer {
  readonly url: string;
  readonly log: Log;
  /** Takes no more requests, ends the work between two stages, and gives up the data directory: 10 s at most. */
  close(): Promise<void>;
}

interface ServeOptions {
  readonly dist?: string;
  readonly clock?: Clock;
  readonly wrap?: Wrap;
  /** The simulated services of demo mode, for the developer tools. */
  readonly scenarios?: Scenarios;
  /** What differs from `HTTP_TIMEOUTS`. */
  readonly timeouts?: Partial<HttpTimeouts>;
  /** Aborts when the process is to end, also while the start is not complete: then `serve` rejects. */
  readonly stopping?: AbortSignal;
  /** Where the lines of the log go; to the standard output when left out. */
  readonly logTo?: DestinationStream;
}

/** Limits on slow clients, in milliseconds. A proxy in front usually has shorter ones. */
interface HttpTimeouts {
  /** Until the headers of a request are complete. */
  readonly headersMs: number;
  /** Until the body of a request is complete. An upload that takes longer continues in another request. */
  readonly requestMs: number;
  /** Without a byte on a connection in either direction, keep-alive apart. */
  readonly idleMs: number;
  readonly checkEveryMs: number;
}

const HTTP_TIMEOUTS: HttpTimeouts = {
  headersMs: 15_000,
  requestMs: 3_600_000,
  // Event streams send a heartbeat every 15 s; calls of outside services end after `UPSTREAM_TIMEOUT_MS`.
  idleMs: 120_000,
  checkEveryMs: 5_000,
};

/** The time in which a proxy sees that this server is not ready, and stops sending requests. */
const NOTICE_MS = 2_000;
/** For answers under way. Longer ones are uploads, which continue elsewhere from their last byte. */
const ANSWERS_MS = 2_000;

/**
 * Starts the whole server on its port (0 takes any free one). Rejects when the port or the data directory is taken. While
 * a database cannot be reached it waits, and answers that it is not ready.
 */
export async function serve(
  config: ServerConfig,
  { dist = 'dist', clock = systemClock, wrap, scenarios, timeouts, stopping, logTo }: ServeOptions = {},
): Promise<RunningServer> {
  const masking = createMasking(config);
  const log = createLog(config.logLevel, masking.redact, logTo);
  const ending = new AbortController();
  const draining = AbortSignal.any([ending.signal, ...(stopping ? [stopping] : [])]);
  const entrance = createEntrance(config, { ...HTTP_TIMEOUTS, ...timeouts });
  const composed = await compose({
    config,
    clock,
    log,
    masking,
    dist,
    metrics: createPrometheus(),
    draining,
    onWait: async () => entrance.open((await createWaitingApp(dist, log)).callback()),
    ...(wrap && { wrap }),
    ...(scenarios && { scenarios }),
  }).catch((error) => {
    entrance.server.close();
    if (draining.aborted) log.info({}, ENDED_EARLY);
    throw error;
  });
  try {
    const app = await createApp(composed.deps);
    const url = await entrance.open(app.callback());
    await composed.start();
    nameWhatIsMissing(config, log);
    warnOfDeveloperTools(config, log);
    log.info({ url, demo: config.demo }, config.demo ? 'Demo mode: submissions go to simulated services' : 'ready');
    const close = async () => {
      log.info({}, 'ending');
      ending.abort();
      if (config.trustProxy > 0) await sleep(NOTICE_MS);
      await finishAnswers(entrance.server);
      await composed.stop();
      log.info({}, 'ended');
    };
    return { url, log, close };
  } catch (error) {
    await finishAnswers(entrance.server);
    await composed.stop();
    if (draining.aborted) log.info({}, ENDED_EARLY);
    throw error;
  }
}

const ENDED_EARLY = 'ended before the start was complete';

/** Logs each missing service and its effect, since a forgotten setting looks like a service that the college lacks. */
function nameWhatIsMissing(config: ServerConfig, log: Log): void {
  for (const { variable, effect, isMistake } of missingServices(config)) {
    if (isMistake) log.error({ setting: variable }, `not set: ${effect}`);
    else log.warn({ setting: variable }, `not set: ${effect}`);
  }
  for (const sentence of config.collegeMissing) log.warn({ setting: 'COLLEGE_DIR' }, sentence);
}

/** The developer tools ask for no password, and their calls use the server's own accounts. */
function warnOfDeveloperTools({ devTools, demo }: ServerConfig, log: Log): void {
  if (!devTools || demo) return;
  log.warn(
    {},
    'DEV_TOOLS=1 with real services: anybody who can reach this server can send offers to the records API and test files ' +
      'to the flow, and read the answers. Set DEV_TOOLS=0 outside of tests',
  );
}

interface Entrance {
  readonly server: Server;
  /** Requests are answered by `handle` from now on; the first call listens. Rejects when the port is taken. */
  open(handle: RequestListener): Promise<string>;
}

function createEntrance(config: ServerConfig, timeouts: HttpTimeouts): Entrance {
  let current: RequestListener | undefined;
  let listening: Promise<string> | undefined;
  const server = openServer(config, (request, response) => current?.(request, response), timeouts);
  return {
    server,
    open: (handle) => {
      current = handle;
      listening ??= listen(server, config);
      return listening;
    },
  };
}

/** The HTTP server with limits on what one client may send, and on how slowly. */
function openServer({ trustProxy }: ServerConfig, handle: RequestListener, timeouts: HttpTimeouts): Server {
  const options = {
    requestTimeout: timeouts.requestMs,
    headersTimeout: timeouts.headersMs,
    connectionsCheckingInterval: timeouts.checkEveryMs,
    // A proxy keeps connections for a minute; we must not be the first to close while it sends.
    keepAliveTimeout: trustProxy > 0 ? 65_000 : 10_000,
    maxHeaderSize: 16_384,
  };
  const server = createServer(options, handle);
  server.maxHeadersCount = 100;
  server.setTimeout(timeouts.idleMs);
  answerClientErrors(server);
  return server;
}

function listen(server: Server, { host, port }: ServerConfig): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address() as AddressInfo;
      resolve(`http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`);
    });
  });
}

/** Takes no new connections, lets the answers under way come to their end for a moment, and cuts the rest. */
async function finishAnswers(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const late = setTimeout(() => server.closeAllConnections(), ANSWERS_MS);
  await closed;
  clearTimeout(late);
}
