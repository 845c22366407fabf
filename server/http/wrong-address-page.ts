import type { Context } from 'koa';
import { INSTITUTE, LANGUAGE } from '#domain/institute.ts';
import type { AppError } from '../errors.ts';

/** A link from another device whose `#` was encoded or lost on the way: what stood behind it became a path. */
const CUT_LINK = /^\/(?:%23)?(?:phone|device)=/i;

/** Whether a person has opened a wrong address in a browser. Scripts and the API get a problem document. */
export function isWrongAddress(ctx: Context, { code }: AppError): boolean {
  if (code !== 'NOT_FOUND' && code !== 'MALFORMED_REQUEST') return false;
  if ((ctx.method !== 'GET' && ctx.method !== 'HEAD') || ctx.path.startsWith('/api/')) return false;
  // The first one wins where anything is taken, as by scripts.
  return ctx.accepts(['application/problem+json', 'text/html']) === 'text/html';
}

/**
 * A page that says so and leads to the form. It repeats nothing of the address, which may have a key in it, and has no
 * style, since the security policy allows none but those of the built document.
 */
export function wrongAddressPage({ path }: Pick<Context, 'path'>): string {
  const isCut = CUT_LINK.test(path);
  const title = isCut ? 'This link is not complete' : 'There is no page at this address';
  const advice = isCut
    ? 'Part of it was changed or lost on the way. Scan the code again, or copy the whole link from the other device.'
    : 'If you followed a link, it may be cut or out of date. What you have filled in on this device is still there.';
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
<p>${INSTITUTE.name}</p>
</main>
</html>
`;
}
