/** What a loader brought, and how long it may be used. */
export interface Loaded<T> {
  readonly value: T;
  readonly lifeMs: number;
}

export interface Cache<T> {
  /** What is cached and still alive. */
  current(): T | undefined;
  /** What is cached, else what the loader brings: once, however many ask meanwhile. */
  get(): Promise<T>;
  /** What the loader brings now; joins a reload that is under way. */
  reload(): Promise<T>;
}

/** One cached value with single-flight loading. `load` may be told that this is a reload. */
export function createCache<T>(options: {
  readonly load: (reload: boolean) => Promise<Loaded<T>>;
  readonly monotonic: () => number;
}): Cache<T> {
  let cached: { readonly value: T; readonly until: number } | undefined;
  const flights = new Map<boolean, Promise<T>>();

  const fly = (reload: boolean): Promise<T> => {
    const underWay = flights.get(reload);
    if (underWay) return underWay;
    const flight = options
      .load(reload)
      .then(({ value, lifeMs }) => {
        cached = { value, until: options.monotonic() + lifeMs };
        return value;
      })
      .finally(() => flights.delete(reload));
    flights.set(reload, flight);
    return flight;
  };
  const current = () => (cached && options.monotonic() < cached.until ? cached.value : undefined);
  return {
    current,
    get: async () => current() ?? fly(false),
    reload: () => fly(true),
  };
}
