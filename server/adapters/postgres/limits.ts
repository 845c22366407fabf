/** How long this node waits for PostgreSQL, in milliseconds (docs/decisions/0007-timeouts.md). */
export const POSTGRES_LIMITS = {
  /** For a new connection to stand, and for a place in the pool to become free. */
  connectMs: 2_000,
  /** For the answer to one statement. After that the connection is thrown away: nobody knows what it still carries. */
  answerMs: 5_000,
  /** The same limit set in the database, so that what nobody waits for any more holds no lock either. */
  statementMs: 4_000,
  /** How long the database keeps a transaction whose node says nothing: its locks go with it. */
  idleTransactionMs: 10_000,
  /** For another node that changes the schema; then the start begins again. */
  schemaTurnMs: 10_000,
  /** How long a change of the schema waits for the lock of a table, and holds up those who come after it. */
  schemaLockMs: 3_000,
} as const;
