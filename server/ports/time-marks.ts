/** What a ledger knows of the time; ISO date-times. */
interface SeenTime {
  /** The latest time that a server noted here; before any did so, that of the newest change. Undefined in a new ledger. */
  readonly seenAt?: string;
  /** When a server found its clock not to be believed; until the staff confirm a time. */
  readonly doubtedAt?: string;
}

/** A ledger's memory of the time, by which a clock that was set can be told from time that has passed. */
export interface TimeMarks {
  read(): Promise<SeenTime>;
  /** Notes the time of a clock that is believed. */
  see(now: Date): Promise<void>;
  /** Notes that a clock is not believed; the first doubt stays. */
  doubt(now: Date): Promise<void>;
  /** The staff say that this is the time: it is noted as seen, and no doubt is left. */
  confirm(now: Date): Promise<void>;
  /** Notes that there is a whole backup of what was here at that time. */
  noteBackup(takenAt: Date): Promise<void>;
  /** When the backup that was noted last was taken; ISO date-time. */
  lastBackup(): Promise<string | undefined>;
}
