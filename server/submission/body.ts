import { hash } from 'node:crypto';
import type { ApplicationBody } from '#contract/applications.ts';
import type { SubmissionKind } from '#domain/submission/stages.ts';

/** The receiver when this application was accepted: later settings must not silently change it. */
export interface Destination {
  /** The mock submission, which has no receiver. Default: the real flow. */
  readonly mock?: true;
  readonly files?: true;
  /** The size limit of calls until the stage saves another one; null: no limit. */
  readonly filesMaxBytes?: number | null;
}

export interface AcceptedBody extends ApplicationBody {
  /** Left out if an earlier release accepted it. */
  readonly destination?: Destination;
}

/** SHA-256 of a body in canonical form: equal JSON values have the same digest. */
export function digestOf(kind: SubmissionKind, body: ApplicationBody): string {
  return hash('sha256', JSON.stringify(canonical({ kind, ...body })));
}

/** Whether two bodies are equal, ignoring their documents. */
export function hasSameAnswers(one: ApplicationBody, other: ApplicationBody): boolean {
  const said = ({ variant, values }: ApplicationBody) => JSON.stringify(canonical({ variant, values }));
  return said(one) === said(other);
}

/** The same value with the members of all its objects in one order. Most are texts, which are left as they are at once. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const ordered: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort()) {
    const member: unknown = Reflect.get(value, key);
    ordered[key] = typeof member === 'object' ? canonical(member) : member;
  }
  return ordered;
}

/** Parses a body from the ledger; throws if it is not ours. */
export function readBody(stored: unknown): AcceptedBody {
  if (isBody(stored)) return stored;
  throw new Error('the ledger has a body of unknown shape');
}

function isBody(value: unknown): value is AcceptedBody {
  if (typeof value !== 'object' || value === null) return false;
  return 'variant' in value && 'values' in value && 'documents' in value && Array.isArray(value.documents);
}
