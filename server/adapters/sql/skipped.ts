import { type SqlBool, sql } from 'kysely';

/** Of a submission that has left out a stage. The index of these few says it in the same words. */
export const HAS_SKIPPED = `replace(stages, '"skipped":true', '') <> stages`;

export const hasSkipped = sql.raw<SqlBool>(HAS_SKIPPED);
