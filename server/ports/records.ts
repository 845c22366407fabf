export interface CallOptions {
  readonly key: string;
  /** Awaited before the first byte is sent. If it rejects, nothing is sent, and the call fails with its error. */
  readonly leaving?: (() => Promise<void>) | undefined;
}

/** A value that the records API refused, under its key. */
export interface RecordsIssue {
  readonly technical: string;
  readonly message: string;
}

export type OfferOutcome =
  | {
      readonly accepted: true;
      /** The records API's own id of the offer, if its answer has one. */
      readonly reference?: string;
    }
  | {
      readonly accepted: false;
      readonly issues: readonly RecordsIssue[];
      /** Whether `issues` is a list of faults, or only the answer's general `Message`. */
      readonly listed: boolean;
    };

/** The student-records (CRICOS) API behind its service account (R10.1 to R10.3). Methods reject with CallFailure. */
export interface Records {
  validate(offer: object, options: CallOptions): Promise<OfferOutcome>;
  submit(offer: object, options: CallOptions): Promise<OfferOutcome>;
  intakes(query: Readonly<Record<string, string>>): Promise<unknown>;
  /** `GET Classification/{list}`: the parsed answer, of any shape. `list` may have a query. */
  classification(list: string): Promise<unknown>;
}
