import type { Context } from 'koa';
import * as v from 'valibot';
import { AppError } from '../errors.ts';

/** JSON bodies end here (contract §7 "Drafts and uploads"). */
export const LONGEST_BODY = 256 * 1024;
/** No body of ours goes deeper than its documents and their members. */
const DEEPEST = 16;
/** Names that could reach an object's prototype; no form has such a field. */
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** A text without these, and without escapes that could spell them, has no forbidden key. */
const MAY_BE_FORBIDDEN = /\\u|__proto__|constructor|prototype/;

/**
 * Reads a JSON body of a known shape. Throws UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE or MALFORMED_REQUEST, the last
 * with the path of what is wrong and never with what was sent.
 */
export async function readJson<S extends v.GenericSchema>(ctx: Context, schema: S): Promise<v.InferOutput<S>> {
  if (!ctx.is('application/json')) throw new AppError('UNSUPPORTED_MEDIA_TYPE', { detail: 'Please send JSON.' });
  const value = parse(await readText(ctx));
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  throw new AppError('MALFORMED_REQUEST', { detail: `The request has a fault at: ${placeOf(result.issues[0])}` });
}

/** Where the fault is, in names that we have given: a member that no body has is told by where it stands. */
function placeOf(issue: v.BaseIssue<unknown>): string {
  const isUnknownMember = issue.expected === 'never';
  const path = isUnknownMember ? issue.path?.slice(0, -1) : issue.path;
  return path?.map(({ key }) => String(key)).join('.') || 'its start';
}

const UTF8 = new TextDecoder('utf-8');

async function readText(ctx: Context): Promise<string> {
  if (Number(ctx.get('Content-Length') || 0) > LONGEST_BODY) throw tooLarge(ctx);
  return UTF8.decode(await readBytes(ctx));
}

/** By the request's events: a loop over its blocks would take as long as parsing them. */
function readBytes(ctx: Context): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const blocks: Buffer[] = [];
    let size = 0;
    const take = (block: Buffer) => {
      blocks.push(block);
      size += block.length;
      if (size <= LONGEST_BODY) return;
      ctx.req.off('data', take);
      reject(tooLarge(ctx));
    };
    ctx.req.on('data', take);
    ctx.req.once('end', () => resolve(Buffer.concat(blocks)));
    ctx.req.once('error', (cause) => reject(new AppError('MALFORMED_REQUEST', { cause })));
  });
}

function parse(text: string): unknown {
  try {
    // Looking at every key takes longer than parsing: only where one may be forbidden.
    const value: unknown = MAY_BE_FORBIDDEN.test(text) ? JSON.parse(text, refuseForbiddenKeys) : JSON.parse(text);
    if (!isDeeperThan(DEEPEST, value)) return value;
  } catch (cause) {
    throw cause instanceof AppError ? cause : notJson(cause);
  }
  throw notJson();
}

/** Whether a value nests deeper. Parsing itself takes any depth; what comes after it would recurse. */
function isDeeperThan(limit: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return limit === 0 || Object.values(value).some((member) => isDeeperThan(limit - 1, member));
}

const notJson = (cause?: unknown) =>
  new AppError('MALFORMED_REQUEST', { detail: 'The request is not valid JSON.', cause });

function refuseForbiddenKeys(key: string, value: unknown): unknown {
  if (FORBIDDEN_KEYS.has(key)) throw new AppError('MALFORMED_REQUEST', { detail: 'The request has a forbidden key.' });
  return value;
}

function tooLarge(ctx: Context): AppError {
  // What still comes is thrown away.
  ctx.req.resume();
  return new AppError('BODY_TOO_LARGE', { detail: 'A request may have 256 KB at most.' });
}
