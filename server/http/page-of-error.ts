import type { Context } from 'koa';
import { LANGUAGE } from '#domain/institute.ts';
import type { AppError } from '../errors.ts';

/** A link from another device whose `#` was encoded or lost, so that the fragment became a path. */
const CUT_LINK = /^\/(?:%23)?(?:phone|device)=/i;

/** For machines, even if a person opens them. */
const FOR_MACHINES = /^\/(?:api\/|healthz$|readyz$|metrics$)/;

interface Words {
  readonly title: string;
  readonly advice: string;
}

/** An HTML page for a wrong address, a limit or an outage. Undefined for scripts, the API and other errors. */
export function pageOfError(ctx: Context, error: AppError): string | undefined {
  if ((ctx.method !== 'GET' && ctx.method !== 'HEAD') || FOR_MACHINES.test(ctx.path)) return undefined;
  // With `Accept: */*`, as from scripts, the first type is chosen.
  if (ctx.accepts(['application/problem+json', 'text/html']) !== 'text/html') return undefined;
  const words = wordsOf(error, ctx.path);
  return words && page(words);
}

function wordsOf({ code, status }: AppError, path: string): Words | undefined {
  if (code === 'NOT_FOUND' || code === 'MALFORMED_REQUEST') return CUT_LINK.test(path) ? CUT : WRONG_ADDRESS;
  if (status === 429) return TOO_MANY;
  return status >= 500 ? AWAY : undefined;
}

const CUT: Words = {
  title: 'This link is not complete',
  advice:
    'Part of it was changed or lost on the way. Scan the code again, or copy the whole link from the other device.',
};
const WRONG_ADDRESS: Words = {
  title: 'There is no page at this address',
  advice:
    'If you followed a link, it may be cut or out of date. What you have filled in on this device is still there.',
};
const TOO_MANY: Words = {
  title: 'Too many requests',
  advice:
    'More requests came from your network than we answer in a minute. Please wait a minute, then open the form again. What you have filled in on this device is still there.',
};
const AWAY: Words = {
  title: 'The form cannot be opened at the moment',
  advice:
    'Something is wrong on our side. Please try again in a few minutes. What you have filled in on this device is still there.',
};

/** Does not quote the address, which may contain a key. The security policy allows no styles. */
function page({ title, advice }: Words): string {
  return `<!doctype html>
<html lang="${LANGUAGE}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<main>
<h1>${title}</h1>
<p>${advice}</p>
<p><a href="/">Go to the online application form</a></p>
</main>
</html>
`;
}
