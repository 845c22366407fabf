import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from './adapters/system-clock.ts';
import { compose, type Wrap } from './compose.ts';
import type { ServerConfig } from './config.ts';
import { createApp } from './http/app.ts';
import { createLog } from './logger.ts';
import { createSecrecy } from './outside.ts';
import type { Clock } from './ports/clock.ts';
import type { Scenarios } from './ports/dev-calls.ts';

export interface RunningServer {
  readonly url: string;
  /** Takes no more requests, ends the work between two stages, and gives up the data directory. */
  close(): Promise<void>;
}

interface ServeOptions {
  readonly dist?: string;
  readonly clock?: Clock;
  readonly wrap?: Wrap;
  /** The simulated services of demo mode, for the developer tools. */
  readonly scenarios?: Scenarios;
}

/** Starts the whole server on its port (0 takes any free one). Rejects when the port or the data directory is taken. */
export async function serve(
  config: ServerConfig,
  { dist = 'dist', clock = systemClock, wrap, scenarios }: ServeOptions = {},
): Promise<RunningServer> {
  const { redact, tokens } = createSecrecy(config, clock);
  const log = createLog(config.logLevel, redact);
  const composed = await compose({
    config,
    clock,
    log,
    redact,
    tokens,
    dist,
    ...(wrap && { wrap }),
    ...(scenarios && { scenarios }),
  });
  try {
    const app = await createApp(composed.deps);
    // An upload may take as long as it likes, as long as bytes keep coming.
    const server = createServer(
      { requestTimeout: 0, headersTimeout: 30_000, keepAliveTimeout: 10_000 },
      app.callback(),
    );
    const url = await listen(server, config);
    await composed.start();
    log.info({ url, demo: config.demo }, config.demo ? 'Demo mode: submissions go to simulated services' : 'ready');
    return { url, close: () => close(server, composed.stop) };
  } catch (error) {
    await composed.stop();
    throw error;
  }
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

async function close(server: Server, stop: () => Promise<void>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  await stop();
  server.closeAllConnections();
  await closed;
}
