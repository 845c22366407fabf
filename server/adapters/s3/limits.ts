/** How long this node waits for the bucket, in milliseconds (docs/decisions/limits-on-waiting.md). */
export interface S3Limits {
  /** For a connection, or for one of the client's to become free. */
  readonly connectMs: number;
  /** Without a byte in either direction. A document may take as long as it likes while it goes on. */
  readonly silenceMs: number;
}

export const S3_LIMITS: S3Limits = { connectMs: 2_000, silenceMs: 4_000 };
