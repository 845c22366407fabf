export interface Loaded<T> {
  readonly value: T;
  readonly lifeMs: number;
}

export interface Cache<T> {
  current(): T | undefined;
  /** The cached value, else a loaded one; concurrent calls share one load. */
  get(): Promise<T>;
  /** Loads the value now; joins a reload that is running. */
  reload(): Promise<T>;
}

/** One cached value with single-flight loading. `load` receives whether it is a reload. */
export function createCache<T>(options: {
  readonly load: (reload: boolean) => Promise<Loaded<T>>;
  readonly monotonic: () => number;
}): Cache<T> {
  let cached: { readonly value: T; readonly until: number } | undefined;
  const loads = new Map<boolean, Promise<T>>();

  const loadOnce = (reload: boolean): Promise<T> => {
    const known = loads.get(reload);
    if (known) return known;
    const loading = options
      .load(reload)
      .then(({ value, lifeMs }) => {
        cached = { value, until: options.monotonic() + lifeMs };
        return value;
      })
      .finally(() => loads.delete(reload));
    loads.set(reload, loading);
    return loading;
  };
  const current = () => (cached && options.monotonic() < cached.until ? cached.value : undefined);
  return {
    current,
    get: async () => current() ?? loadOnce(false),
    reload: () => loadOnce(true),
  };
}
