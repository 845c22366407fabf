import type { StageName, SubmissionKind } from '#domain/submission/stages.ts';

/** How many submissions are not finished, by who has to go on, at this moment. */
export interface Backlog {
  /** Waiting in the queue or in work. */
  readonly processing: number;
  /** Failed for now; the server goes on by itself. */
  readonly waiting: number;
  /** Stopped until the applicant or the college changes something. */
  readonly stopped: number;
  /** An outside call has an unknown outcome, which the staff have to find out. */
  readonly held: number;
  /** Those of the waiting and stopped ones for which the college has to repair its settings or its service. */
  readonly misconfigured: number;
  /** The stopped ones by the stage that they stopped at; a stage without any is left out. */
  readonly stoppedAt: Readonly<Partial<Record<StageName, number>>>;
  /** Processed without their documents, which are still kept. */
  readonly documentsSkipped: number;
  /** When the oldest submission was taken that the server has to go on with; ISO date-time. */
  readonly oldest?: string;
}

/** What is asked of a node for each reading of its figures. */
export interface Standing {
  readonly backlog: Backlog;
  /** When the last backup was taken that was noted; ISO date-time. Undefined where none was. */
  readonly backupTakenAt?: string | undefined;
  /** Whether the node that started last on the same database has other settings. */
  readonly settingsDiffer: boolean;
}

/** Figures for those who watch the server. No label ever has a person's data, an id, an address or a secret. */
export interface Metrics {
  /** An answered request; `route` is the pattern, never the address. */
  request(facts: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly seconds: number;
  }): void;
  /** One try of a stage. */
  stage(facts: {
    readonly kind: SubmissionKind;
    readonly stage: StageName;
    readonly outcome: string;
    readonly seconds: number;
  }): void;
  /** A try of a stage that follows a call of it without an answer. */
  repeated(stage: StageName): void;
  /** One call of an outside service. */
  call(facts: {
    readonly service: string;
    readonly operation: string;
    readonly outcome: string;
    readonly seconds: number;
  }): void;
  /** Whether removal is stopped, so that nothing that has expired is removed. */
  removalStopped(isStopped: boolean): void;
  /** Bytes of documents that were stored. */
  uploaded(bytes: number): void;
}
