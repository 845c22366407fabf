/** Who is called when something changes that stands outside of the store. */
export function createListeners() {
  const listeners = new Set<() => void>();
  return {
    /** Calls `listener` at every change, until the returned function is called. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    call(): void {
      for (const listener of listeners) listener();
    },
    areThere: (): boolean => listeners.size > 0,
  };
}

/**
 * Holds a value that stands outside of the store, since it cannot be written down or nobody else may have it, and calls
 * who watches it. `state` and `subscribe` are as `useSyncExternalStore` wants them.
 */
export function createHolder<Value>(begin: Value) {
  const { subscribe, call, areThere } = createListeners();
  let value = begin;
  return {
    state: (): Value => value,
    set(next: Value): void {
      value = next;
      call();
    },
    subscribe,
    isWatched: areThere,
  };
}

/** The same for a record: `change` sets a part of it, and leaves the rest. */
export function createRecordHolder<Fields extends object>(begin: Fields) {
  const { set, ...holder } = createHolder(begin);
  return {
    ...holder,
    change: (changes: Partial<Fields>): void => set({ ...holder.state(), ...changes }),
    set,
  };
}
