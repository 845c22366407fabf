/** What a ledger and its uploads are for: applications to the college, or a demonstration with simulated services. */
export type LedgerKind = 'demo' | 'real';

/**
 * A ledger or a store of uploads belongs to a server of the other kind, or may do so. Its message is for the operator:
 * what was found, and what to set.
 */
export class WrongKind extends Error {
  override readonly name = 'WrongKind';
}
