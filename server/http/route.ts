import { hash } from 'node:crypto';
import type Router from '@koa/router';
import type { Context, Middleware, Next } from 'koa';
import compress from 'koa-compress';
import type * as v from 'valibot';
import type { DeepReadonly, Endpoint } from '#contract/endpoint.ts';
import { charge, type RateLimiter } from './middleware/rate-limit.ts';
import { readId, readJson } from './read-request.ts';

/** The parsed and checked request of an endpoint. */
interface Input<E extends Endpoint> {
  readonly ctx: Context;
  readonly id: E extends { readonly id: 'uuid' } ? string : undefined;
  readonly body: E extends { readonly request: infer Request extends v.GenericSchema }
    ? v.InferOutput<Request>
    : undefined;
}

/** Returns the response that its endpoint declares; without one it writes the answer. */
type Handler<E extends Endpoint> = E extends { readonly response: infer Response extends v.GenericSchema }
  ? (input: Input<E>) => DeepReadonly<v.InferOutput<Response>> | Promise<DeepReadonly<v.InferOutput<Response>>>
  : (input: Input<E>) => Promise<void>;

/**
 * Mounts an endpoint: counts its cost, parses its id and body, sets its cache header, and answers with the handler's result
 * as JSON. Refuses requests with RATE_LIMITED, MALFORMED_REQUEST, UNSUPPORTED_MEDIA_TYPE or BODY_TOO_LARGE before the
 * handler runs.
 */
export type Route = <const E extends Endpoint>(endpoint: E, handle: Handler<E>) => void;

/** A `Route` that mounts on `router` and counts with `limiter`. Of two endpoints with one path, mount the one with a query first. */
export function createRoute(router: Router, limiter: RateLimiter): Route {
  const mount = (endpoint: Endpoint, handle: (input: { ctx: Context; id?: string; body: unknown }) => unknown) => {
    const { method, path, cache, cost, request } = endpoint;
    const isKept = cache === 'no-cache';
    const answer = async (ctx: Context, next: Next) => {
      if (!hasQuery(ctx, endpoint)) return next();
      // Without a cost nothing is awaited, so that an upload's bytes are read at once.
      if (cost) await charge(limiter, ctx, cost);
      const id = endpoint.id && { id: readId(ctx.params.id) };
      const body = request && (await readJson(ctx, request));
      ctx.set('Cache-Control', cache);
      const reply = await handle({ ctx, ...id, body });
      if (typeof reply !== 'object' || reply === null) return;
      if (isKept) answerWithEtag(ctx, reply);
      else ctx.body = reply;
    };
    router.register(path, [method], isKept ? [compressJson, answer] : answer);
  };
  return mount as Route;
}

const hasQuery = (ctx: Context, { query = {} }: Endpoint): boolean =>
  Object.entries(query).every(([name, value]) => ctx.query[name] === value);

/** Compresses cached answers above this size; smaller ones fit into a packet or two. */
const compressJson: Middleware = compress({
  filter: (type) => type === 'application/json',
  threshold: 2048,
  zstd: false,
  deflate: false,
});

/** Answers with JSON that browsers cache: 304 if their copy is current. The ETag is a hash of the content. */
function answerWithEtag(ctx: Context, value: object): void {
  const text = JSON.stringify(value);
  ctx.status = 200;
  ctx.type = 'json';
  // Weak, since the compressed forms share it.
  ctx.etag = `W/"${hash('sha256', text, 'base64url')}"`;
  if (ctx.fresh) ctx.status = 304;
  else ctx.body = text;
}
