import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';

/** The proxy for outgoing calls (`HTTPS_PROXY`, `NO_PROXY`). */
export interface OutsideProxy {
  readonly url: string;
  /** Hosts that are called without it, separated by commas. */
  readonly except: string;
}

/** Uses the proxy only for `https:`, since plain `http:` stays in the college's network. */
export function createDispatcher(options: Agent.Options, timeoutMs: number, proxy?: OutsideProxy): Dispatcher {
  if (proxy === undefined) return new Agent(options);
  return new EnvHttpProxyAgent({
    ...options,
    connectTimeout: timeoutMs,
    requestTls: { allowH2: false },
    httpProxy: '',
    httpsProxy: proxy.url,
    noProxy: proxy.except,
  });
}

/** The same for the HTTP agents of Node, which the bucket's client uses. */
export const agentOptions = (proxy: OutsideProxy | undefined) =>
  proxy && { proxyEnv: { HTTPS_PROXY: proxy.url, NO_PROXY: proxy.except } };
