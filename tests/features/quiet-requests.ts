import console from 'node:console';

/** A request that was refused or broke off, as happy-dom reports it. Tests provoke these, and assert what the page does. */
const isReport = (first: unknown): boolean =>
  (typeof first === 'string' && /^[A-Z]+ https?:\/\/\S+ \d{3} \(/.test(first)) ||
  (first instanceof Error && /ECONNREFUSED|ECONNRESET|socket hang up/.test(`${first.message} ${String(first.cause)}`));

// happy-dom keeps Node's own console, from before Vitest has put its own in place.
const report = console.error.bind(console);
console.error = (first?: unknown, ...others: readonly unknown[]) => {
  if (!isReport(first)) report(first, ...others);
};
