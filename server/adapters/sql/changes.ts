import type { SubmissionRecord } from '../../ports/ledger.ts';

type ChangeListener = (record: SubmissionRecord) => void;

/** Who watches which submission in this process. */
export interface Changes {
  /** Calls everybody who watches that submission, unless this version or a later one was published before. */
  publish(record: SubmissionRecord): void;
  /** The answer ends it. */
  watch(id: string, listener: ChangeListener): () => void;
  /** What is watched now: each id with the newest version that was published since then, 0 where none was. */
  watched(): ReadonlyMap<string, number>;
}

interface Watched {
  version: number;
  /** Each is an object of its own, so that one that leaves is found at once, however many there are. */
  readonly watchers: Set<{ readonly listener: ChangeListener }>;
}

export function createChanges(): Changes {
  const submissions = new Map<string, Watched>();
  return {
    publish: (record) => {
      const watched = submissions.get(record.id);
      if (watched === undefined || watched.version >= record.version) return;
      watched.version = record.version;
      // A copy, since a listener may leave, or add another.
      for (const { listener } of [...watched.watchers]) listener(record);
    },
    watch: (id, listener) => {
      const watcher = { listener };
      const watched = submissions.get(id) ?? { version: 0, watchers: new Set() };
      submissions.set(id, watched);
      watched.watchers.add(watcher);
      return () => {
        // Left before: the submission may be watched by others again.
        if (watched.watchers.delete(watcher) && watched.watchers.size === 0) submissions.delete(id);
      };
    },
    watched: () => new Map([...submissions].map(([id, { version }]) => [id, version])),
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
