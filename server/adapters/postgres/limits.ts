/** How long this node waits for PostgreSQL, in milliseconds (docs/decisions/limits-on-waiting.md). */
export interface PostgresLimits {
  /** For a new connection to stand, and for a place in the pool to become free. */
  readonly connectMs: number;
  /** For the answer to one statement. After that the connection is thrown away: nobody knows what it still carries. */
  readonly answerMs: number;
  /** The same limit set in the database, so that what nobody waits for any more holds no lock either. */
  readonly statementMs: number;
  /** How long the database keeps a transaction whose node says nothing: its locks go with it. */
  readonly idleTransactionMs: number;
  /** For one statement that changes the schema, or waits for another node that does. */
  readonly schemaMs: number;
  /** For counting a request; after that this node counts alone for `countAloneMs`. */
  readonly countMs: number;
  readonly countAloneMs: number;
}

export const POSTGRES_LIMITS: PostgresLimits = {
  connectMs: 2_000,
  answerMs: 5_000,
  statementMs: 4_000,
  idleTransactionMs: 10_000,
  schemaMs: 300_000,
  countMs: 300,
  countAloneMs: 2_000,
};
