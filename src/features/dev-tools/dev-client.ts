import * as v from 'valibot';

/** A developers' call that our own server refused or did not answer. */
export class DevCallFailed extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DevCallFailed';
  }
}

/**
 * Calls one of `/api/dev/*` on our own server; nothing goes from the browser to the outside.
 * Rejects with DevCallFailed, in words for a developer.
 */
export async function callDev<Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  body?: unknown,
): Promise<v.InferOutput<Schema>> {
  const request: RequestInit =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(`/api/dev/${path}`, request).catch((cause: unknown) => {
    throw new DevCallFailed('Our own server does not answer', { cause });
  });
  const json: unknown = await answer.json().catch(() => undefined);
  if (!answer.ok) throw new DevCallFailed(`Our own server answered ${answer.status}: ${titleOf(json)}`);
  const parsed = v.safeParse(schema, json);
  if (!parsed.success) throw new DevCallFailed('Our own server answered something unexpected');
  return parsed.output;
}

function titleOf(problem: unknown): string {
  const parsed = v.safeParse(v.object({ title: v.string(), detail: v.optional(v.string()) }), problem);
  return parsed.success ? [parsed.output.title, parsed.output.detail].filter(Boolean).join('. ') : 'no reason given';
}
