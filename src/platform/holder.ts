/** The listeners of a value that is kept outside of the store. */
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
 * Holds a value outside of the store, because it cannot be serialized or must not be shown, and calls its listeners.
 * `state` and `subscribe` fit `useSyncExternalStore`.
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

/** The same for a record: `change` replaces some of its fields. */
export function createRecordHolder<Fields extends object>(begin: Fields) {
  const { set, ...holder } = createHolder(begin);
  return {
    ...holder,
    change: (changes: Partial<Fields>): void => set({ ...holder.state(), ...changes }),
    set,
  };
}
