import type { SubmissionRecord } from '../../ports/ledger.ts';

type Listener = (record: SubmissionRecord) => void;

/** Who watches which submission in this process. */
export interface Changes {
  tell(record: SubmissionRecord): void;
  /** What was told last of one that is under way, where nobody else writes it; undefined says nothing. */
  last(id: string): SubmissionRecord | undefined;
  /** The answer ends it. */
  watch(id: string, listener: Listener): () => void;
  /** The ids that somebody watches now. */
  watched(): readonly string[];
}

/** `isAlone`: no other process goes on with submissions, so that what was told last is how they stand. */
export function createChanges({ isAlone = false } = {}): Changes {
  const listeners = new Map<string, readonly Listener[]>();
  const underWay = new Map<string, SubmissionRecord>();
  return {
    tell: (record) => {
      if (isAlone && record.status === 'processing') underWay.set(record.id, record);
      else underWay.delete(record.id);
      for (const listener of listeners.get(record.id) ?? []) listener(record);
    },
    last: (id) => underWay.get(id),
    watch: (id, listener) => {
      listeners.set(id, [...(listeners.get(id) ?? []), listener]);
      return () => {
        const rest = listeners.get(id)?.filter((other) => other !== listener) ?? [];
        if (rest.length > 0) listeners.set(id, rest);
        else listeners.delete(id);
      };
    },
    watched: () => [...listeners.keys()],
  };
}
