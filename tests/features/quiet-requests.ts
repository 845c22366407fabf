import console from 'node:console';

/** The origin of a page in happy-dom, unless a test sets another. */
const NO_SERVER = 'http://localhost:3000';

interface HappyDom {
  readonly settings: { readonly fetch: { interceptor: object | null } };
}

/**
 * A request without a server fails immediately. Over the network it could still be open at the end of its test file,
 * which Vitest reports, or reach a developer's server.
 */
async function beforeAsyncRequest({ request }: { readonly request: Request }): Promise<void> {
  if (new URL(request.url).origin === NO_SERVER) throw new TypeError('Failed to fetch');
}

// Some files have no document.
const happyDom = Reflect.get(globalThis, 'happyDOM') as HappyDom | undefined;
if (happyDom) happyDom.settings.fetch.interceptor = { beforeAsyncRequest };

/** A refused or failed request, as happy-dom logs it. Tests provoke these and assert the page's reaction. */
const isReport = (first: unknown): boolean =>
  (typeof first === 'string' && /^[A-Z]+ https?:\/\/\S+ \d{3} \(/.test(first)) ||
  (first instanceof Error && /ECONNREFUSED|ECONNRESET|socket hang up/.test(`${first.message} ${String(first.cause)}`));

// happy-dom uses Node's console from before Vitest replaced it.
const report = console.error.bind(console);
console.error = (first?: unknown, ...others: readonly unknown[]) => {
  if (!isReport(first)) report(first, ...others);
};
