import * as v from 'valibot';
import type { Endpoint } from '#contract/endpoint.ts';
import { problemIn } from '#contract/problem.ts';

/** Our server refused the call or did not answer. The message is for developers. */
export class DevCallFailed extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DevCallFailed';
  }
}

/** Calls one of our server's endpoints for developers. Rejects with DevCallFailed. */
export async function callDev<Schema extends v.GenericSchema>(
  { method, path, response }: Pick<Endpoint, 'method' | 'path'> & { readonly response: Schema },
  body: unknown = {},
): Promise<v.InferOutput<Schema>> {
  const request: RequestInit =
    method === 'GET' ? {} : { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(path, request).catch((cause: unknown) => {
    throw new DevCallFailed('Our own server does not answer', { cause });
  });
  const json: unknown = await answer.json().catch(() => undefined);
  if (!answer.ok) throw new DevCallFailed(`Our own server answered ${answer.status}: ${reasonIn(json)}`);
  const parsed = v.safeParse(response, json);
  if (!parsed.success) throw new DevCallFailed('Our own server answered something unexpected');
  return parsed.output;
}

function reasonIn(body: unknown): string {
  const problem = problemIn(body);
  return problem ? [problem.title, problem.detail].filter(Boolean).join('. ') : 'no reason given';
}
