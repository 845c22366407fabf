import { setTimeout as sleep } from 'node:timers/promises';
import type { DestinationStream } from 'pino';
import type { Scenarios } from './adapters/dev-calls-http.ts';
import { createPrometheus } from './adapters/prometheus.ts';
import { systemClock } from './adapters/system-clock.ts';
import { missingServices } from './availability.ts';
import { compose } from './compose.ts';
import type { ServerConfig } from './config.ts';
import { createApp, createWaitingApp } from './http/app.ts';
import { createListener, type HttpTimeouts } from './http/listener.ts';
import { createLog } from './logger.ts';
import { createMasking, type Wrap } from './outside.ts';
import type { Clock } from './ports/clock.ts';
import type { Log } from './ports/log.ts';

export interface RunningServer {
  readonly url: string;
  readonly log: Log;
  /** Accepts no more requests, ends the work between two stages, and gives up the data directory: 10 s at most. */
  close(): Promise<void>;
}

interface ServeOptions {
  readonly dist?: string;
  readonly clock?: Clock;
  readonly wrap?: Wrap;
  readonly scenarios?: Scenarios;
  readonly timeouts?: Partial<HttpTimeouts>;
  /** Aborts when the process is to end, also while the start is not complete: then `serve` rejects. */
  readonly stopping?: AbortSignal;
  /** The destination of the log. Default: the standard output. */
  readonly logTo?: DestinationStream;
}

/** The time in which a proxy sees that this server is not ready, and stops sending requests. */
const NOTICE_MS = 2_000;

/** Starts the server on its port (0: any free one). While the database is away it waits, and is not ready. */
export async function serve(
  config: ServerConfig,
  { dist = 'dist', clock = systemClock, wrap, scenarios, timeouts, stopping, logTo }: ServeOptions = {},
): Promise<RunningServer> {
  const masking = createMasking(config);
  const log = createLog(config.logLevel, masking.redact, logTo);
  const ending = new AbortController();
  const draining = AbortSignal.any([ending.signal, ...(stopping ? [stopping] : [])]);
  const listener = createListener(config, timeouts);
  let stopWork = async () => undefined as unknown;
  try {
    const composed = await compose({
      config,
      clock,
      log,
      masking,
      dist,
      metrics: createPrometheus(),
      draining,
      onWait: async () => listener.open((await createWaitingApp(dist, log)).callback()),
      ...(wrap && { wrap }),
      ...(scenarios && { scenarios }),
    });
    stopWork = composed.stop;
    const app = await createApp(composed.deps);
    const url = await listener.open(app.callback());
    await composed.start();
    warnOfSettings(config, log);
    log.info({ url, demo: config.demo }, config.demo ? 'Demo mode: submissions go to simulated services' : 'ready');
    const close = async () => {
      log.info({}, 'ending');
      ending.abort();
      if (config.trustProxy > 0) await sleep(NOTICE_MS);
      await listener.close();
      await stopWork();
      log.info({}, 'ended');
    };
    return { url, log, close };
  } catch (error) {
    await listener.close();
    await stopWork();
    if (draining.aborted) log.info({}, 'ended before the start was complete');
    throw error;
  }
}

/** Warns about missing services, which may be forgotten settings, and about developer tools, which need no password. */
function warnOfSettings(config: ServerConfig, log: Log): void {
  for (const { variable, effect, isMistake } of missingServices(config)) {
    log[isMistake ? 'error' : 'warn']({ setting: variable }, `not set: ${effect}`);
  }
  for (const sentence of config.collegeMissing) log.warn({ setting: 'COLLEGE_DIR' }, sentence);
  if (!config.devTools || config.demo) return;
  log.warn(
    {},
    'DEV_TOOLS=1 with real services: anybody who can reach this server can send offers to the records API and test files ' +
      'to the flow, and read the answers. Set DEV_TOOLS=0 outside of tests',
  );
}
