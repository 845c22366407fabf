import type { SubmissionRecord } from '../../ports/ledger.ts';

type ChangeListener = (record: SubmissionRecord) => void;

/** Who watches which submission in this process. */
export interface Changes {
  /** Calls everybody who watches that submission. */
  publish(record: SubmissionRecord): void;
  /** The answer ends it. */
  watch(id: string, listener: ChangeListener): () => void;
  /** Whether somebody watches it now. */
  isWatched(id: string): boolean;
  /** The ids that somebody watches now. */
  watched(): readonly string[];
}

export function createChanges(): Changes {
  // Each watcher is an object of its own, so that one that leaves is found at once, however many there are.
  const watchers = new Map<string, Set<{ readonly listener: ChangeListener }>>();
  return {
    publish: (record) => {
      // A copy, since a listener may leave, or add another.
      for (const { listener } of [...(watchers.get(record.id) ?? [])]) listener(record);
    },
    watch: (id, listener) => {
      const watcher = { listener };
      const all = watchers.get(id) ?? new Set();
      watchers.set(id, all.add(watcher));
      return () => {
        // Left before: the set may be another one by now.
        if (all.delete(watcher) && all.size === 0) watchers.delete(id);
      };
    },
    isWatched: (id) => watchers.has(id),
    watched: () => [...watchers.keys()],
  };
}

/**
 * Whether a record that was just written waits for somebody to take it up, and from when: at once when nothing of it is
 * in progress, at its time when it has one. A run that goes on by itself (`retries`) has it in hand already.
 */
export function waitsForWork({ status, stages, retries, retryAt }: SubmissionRecord): { at?: Date } | undefined {
  if (status === 'error') return retryAt === undefined ? undefined : { at: new Date(retryAt) };
  if (status === 'processed' || retries > 0) return undefined;
  return stages.some(({ state }) => state === 'in-progress') ? undefined : {};
}
