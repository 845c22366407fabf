import type { Context } from 'koa';
import getRawBody from 'raw-body';
import * as v from 'valibot';
import { AppError } from '../errors.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: string | null | undefined): text is string => UUID.test(text ?? '');

/** The `:id` of a request, in lower case; throws MALFORMED_REQUEST for anything but a UUID. */
export function readId(text: string | undefined): string {
  if (!isUuid(text)) throw malformed('The id must be a UUID.');
  return text.toLowerCase();
}

export function noteReceived(ctx: Context, bytes: number): void {
  ctx.state.received = bytes;
}

/** Limit for a JSON body in bytes (R11.1). */
const LONGEST_BODY = 256 * 1024;
/** Limit for nesting. */
const DEEPEST = 16;
/** Keys that could change an object's prototype; no form has such a field. */
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** Throws UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, or MALFORMED_REQUEST with the path of a wrong value only. */
export async function readJson<S extends v.GenericSchema>(ctx: Context, schema: S): Promise<v.InferOutput<S>> {
  if (!ctx.is('application/json')) throw new AppError('UNSUPPORTED_MEDIA_TYPE', { detail: 'Please send JSON.' });
  const value = parse(await readText(ctx));
  refuseDangerous(value, DEEPEST);
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  throw malformed(`The request has a fault at: ${placeOf(result.issues[0])}`);
}

async function readText(ctx: Context): Promise<string> {
  const { req } = ctx;
  try {
    const length = req.headers['content-length'] ?? null;
    return await getRawBody(req, { length, limit: LONGEST_BODY, encoding: 'utf-8' });
  } catch (cause) {
    if (cause instanceof Error && 'type' in cause && cause.type === 'entity.too.large') {
      // raw-body pauses the request. Most clients read the answer only after they have sent everything.
      req.resume();
      throw new AppError('BODY_TOO_LARGE', { detail: 'A request may have 256 KB at most.' });
    }
    if (cause instanceof Error && 'received' in cause) noteReceived(ctx, Number(cause.received));
    throw new AppError('MALFORMED_REQUEST', { cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw malformed(NOT_JSON, cause);
  }
}

const NOT_JSON = 'The request is not valid JSON.';

/** JSON.parse accepts any depth and any key, but later code recurses and reads keys. */
function refuseDangerous(value: unknown, levels: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (levels === 0) throw malformed(NOT_JSON);
  for (const [key, member] of Object.entries(value)) {
    if (FORBIDDEN_KEYS.has(key)) throw malformed('The request has a forbidden key.');
    refuseDangerous(member, levels - 1);
  }
}

/** The path of the error in our own names: an unknown key is described by its object. */
function placeOf(issue: v.BaseIssue<unknown>): string {
  const isUnknownMember = issue.expected === 'never';
  const path = isUnknownMember ? issue.path?.slice(0, -1) : issue.path;
  return path?.map(({ key }) => String(key)).join('.') || 'its start';
}

const malformed = (detail: string, cause?: unknown) => new AppError('MALFORMED_REQUEST', { detail, cause });
