import pg from 'pg';
import { unavailable } from '../../errors.ts';

/** Classes of PostgreSQL's own refusals that pass: connections, resources, an operator's intervention, its machine. */
const PASSING_CLASSES = new Set(['08', '53', '57', '58']);
/** A server that only reads (one that is not the primary any more), a deadlock, a lock that was not free in time. */
const PASSING_CODES = new Set(['25006', '40P01', '40001', '55P03']);

/** Whether the database could not be asked, or not now: a refusal of what was asked is none of that. */
function isPassing(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    const { code = '' } = error;
    return PASSING_CLASSES.has(code.slice(0, 2)) || PASSING_CODES.has(code);
  }
  // The driver's own errors and the network's are plain ones; what we throw, or do wrong, has a class of its own.
  return error instanceof AggregateError || (error instanceof Error && error.constructor === Error);
}

/** Throws UNAVAILABLE where the database could not be asked, or did not answer in time; any other error as it is. */
export function throwUnavailable(error: unknown): never {
  throw isPassing(error) ? unavailable(error) : error;
}
