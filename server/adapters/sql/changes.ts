import type { SubmissionRecord } from '../../ports/ledger.ts';

type ChangeListener = (record: SubmissionRecord) => void;

/** The watchers of submissions in this process. */
export interface Changes {
  /** Calls the watchers of a submission, unless this version or a later one was already published. */
  publish(record: SubmissionRecord): void;
  watch(id: string, listener: ChangeListener): () => void;
  /** The ids that are watched, each with the newest version that was published, or 0. */
  watched(): ReadonlyMap<string, number>;
}

interface Watched {
  version: number;
  /** An object for each watcher, so that the same function may watch twice. */
  readonly watchers: Set<{ readonly listener: ChangeListener }>;
}

export function createChanges(): Changes {
  const submissions = new Map<string, Watched>();
  return {
    publish: (record) => {
      const watched = submissions.get(record.id);
      if (watched === undefined || watched.version >= record.version) return;
      watched.version = record.version;
      // A copy, since a listener may remove or add listeners.
      for (const { listener } of [...watched.watchers]) listener(record);
    },
    watch: (id, listener) => {
      const watcher = { listener };
      const watched = submissions.get(id) ?? { version: 0, watchers: new Set() };
      submissions.set(id, watched);
      watched.watchers.add(watcher);
      return () => {
        // A second call must not remove a newer watcher.
        if (watched.watchers.delete(watcher) && watched.watchers.size === 0) submissions.delete(id);
      };
    },
    watched: () => new Map([...submissions].map(([id, { version }]) => [id, version])),
  };
}

/** At once if nothing is in progress, at `retryAt` if it has one. Undefined if a run has the job already. */
export function waitsForWork({ status, stages, retries, retryAt }: SubmissionRecord): { at?: Date } | undefined {
  if (status === 'error') return retryAt === undefined ? undefined : { at: new Date(retryAt) };
  if (status === 'processed' || retries > 0) return undefined;
  return stages.some(({ state }) => state === 'in-progress') ? undefined : {};
}
