export type NoteName =
  /** When the last backup was taken; ISO date-time. */
  | 'backup-taken-at'
  /** A removal that waits for the staff, and the one that they have allowed (`submission/removal-brake.ts`). */
  | 'removal-stopped'
  | 'removal-allowed'
  /** When files were found first that the ledger does not know; ISO date-time. */
  | 'unknown-files-since'
  /** A digest of the settings of the node that started last. */
  | 'settings';

/** Notes in the ledger, shared by all servers and commands. */
export interface LedgerNotes {
  read(name: NoteName): Promise<string | undefined>;
  write(name: NoteName, value: string): Promise<void>;
  remove(...names: readonly NoteName[]): Promise<void>;
}
