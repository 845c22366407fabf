import type { SubmissionRecord } from '../ports/ledger.ts';
import type { AcceptedBody } from './body.ts';

/** A record as it was written a moment ago, and the body that it is about. */
export interface Accepted {
  readonly record: SubmissionRecord;
  readonly body: AcceptedBody;
}

/** Between the PUT that accepts an application and the run that begins with it, which need not read it back. */
export interface Handover {
  give(accepted: Accepted): void;
  /** Once, and only for a moment: whoever comes later reads the ledger. */
  take(id: string): Accepted | undefined;
}

const MOMENT_MS = 1_000;
const MOST = 256;

/** Kept in memory. What is taken may be out of date, as what is read may be: the version tells when it is written. */
export function createHandover(): Handover {
  const kept = new Map<string, Accepted & { readonly until: number }>();
  return {
    give: (accepted) => {
      const [oldest] = kept.keys();
      if (kept.size >= MOST && oldest !== undefined) kept.delete(oldest);
      kept.set(accepted.record.id, { ...accepted, until: performance.now() + MOMENT_MS });
    },
    take: (id) => {
      const accepted = kept.get(id);
      kept.delete(id);
      return accepted && accepted.until > performance.now() ? accepted : undefined;
    },
  };
}
