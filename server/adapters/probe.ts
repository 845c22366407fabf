import { request } from 'undici';
import { createDispatcher, type OutsideProxy } from './outside-proxy.ts';

/** The result of a probe: a status, or the code of the reason why there was no answer. */
export type Probed = { readonly status: number } | { readonly code: string };

/** Sends OPTIONS, which by HTTP's rules changes nothing and starts no workflow. */
export async function probe(url: string, timeoutMs: number, proxy?: OutsideProxy): Promise<Probed> {
  const dispatcher = createDispatcher({ allowH2: false }, timeoutMs, proxy);
  try {
    const answer = await request(url, { method: 'OPTIONS', dispatcher, signal: AbortSignal.timeout(timeoutMs) });
    await answer.body.dump();
    return { status: answer.statusCode };
  } catch (error) {
    return { code: whyUnreachable(error) };
  } finally {
    dispatcher.destroy().catch(() => undefined);
  }
}

/** The code of the reason why a call was not answered, such as ECONNREFUSED. It has no address. */
export function whyUnreachable(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError') return 'no answer in time';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause === undefined ? 'unknown' : whyUnreachable(error.cause);
}
