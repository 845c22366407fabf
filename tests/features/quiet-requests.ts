import console from 'node:console';

/** Where a page of happy-dom is from, if no test says otherwise. */
const NO_SERVER = 'http://localhost:3000';

interface HappyDom {
  readonly settings: { readonly fetch: { interceptor: object | null } };
}

/**
 * A request to no server breaks off at once. Over the network it could still be under way when its test file ends, which
 * is reported, or reach a server that a developer runs there.
 */
async function beforeAsyncRequest({ request }: { readonly request: Request }): Promise<void> {
  if (new URL(request.url).origin === NO_SERVER) throw new TypeError('Failed to fetch');
}

// Some files need no document, and have none.
const happyDom = Reflect.get(globalThis, 'happyDOM') as HappyDom | undefined;
if (happyDom) happyDom.settings.fetch.interceptor = { beforeAsyncRequest };

/** A request that was refused or broke off, as happy-dom reports it. Tests provoke these, and assert what the page does. */
const isReport = (first: unknown): boolean =>
  (typeof first === 'string' && /^[A-Z]+ https?:\/\/\S+ \d{3} \(/.test(first)) ||
  (first instanceof Error && /ECONNREFUSED|ECONNRESET|socket hang up/.test(`${first.message} ${String(first.cause)}`));

// happy-dom keeps Node's own console, from before Vitest has put its own in place.
const report = console.error.bind(console);
console.error = (first?: unknown, ...others: readonly unknown[]) => {
  if (!isReport(first)) report(first, ...others);
};
