import { EventEmitter } from 'node:events';
import type { SubmissionRecord } from '../../ports/ledger.ts';

type Listener = (record: SubmissionRecord) => void;

/** Who watches which submission in this process. */
export interface Changes {
  tell(record: SubmissionRecord): void;
  /** The answer ends it. */
  watch(id: string, listener: Listener): () => void;
  /** The ids that somebody watches now. */
  watched(): readonly string[];
}

export function createChanges(): Changes {
  const emitter = new EventEmitter<Record<string, [SubmissionRecord]>>().setMaxListeners(0);
  return {
    tell: (record) => {
      emitter.emit(record.id, record);
    },
    watch: (id, listener) => {
      emitter.on(id, listener);
      return () => {
        emitter.off(id, listener);
      };
    },
    watched: () => emitter.eventNames().map(String),
  };
}
