/** The right to write to an upload. */
export interface UploadLock {
  /** Resolves when it is this request's; `giveUp` is called when another one wants it. Rejects once `stop` aborts. */
  lock(stop: AbortSignal, giveUp: () => Promise<void> | void): Promise<void>;
  /** `isWhole`: no byte comes any more, so that nobody needs to know who has written to it. */
  unlock(isWhole?: boolean): Promise<void>;
}

/** Gives an upload to one request at a time. */
export interface UploadLocker {
  newLock(id: string): UploadLock;
}
