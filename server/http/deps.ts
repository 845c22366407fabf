import type { College } from '#contract/college.ts';
import type { Config } from '#contract/config.ts';
import type { DevCalls, Scenarios } from '../adapters/dev-calls-http.ts';
import type { Metrics } from '../adapters/prometheus.ts';
import type { Clock } from '../ports/clock.ts';
import type { FileStore } from '../ports/file-store.ts';
import type { Ledger } from '../ports/ledger.ts';
import type { Lists } from '../ports/lists.ts';
import type { Log } from '../ports/log.ts';
import type { UploadLedger } from '../ports/upload-ledger.ts';
import type { Admission } from '../submission/admission.ts';
import type { Applications } from '../submission/applications.ts';
import type { Examine } from '../submission/examine.ts';
import type { Transfers } from '../transfers/transfers.ts';
import type { RateLimiter } from './middleware/rate-limit.ts';

export interface DevTools {
  readonly calls: DevCalls;
  /** Which services are configured, without their settings. */
  readonly configured: Readonly<Record<string, boolean>>;
  readonly scenarios: Scenarios | undefined;
}

/** The dependencies of the HTTP server, created by server/main.ts or a test. */
export interface AppDeps {
  readonly applications: Applications;
  readonly examine: Examine;
  readonly ledger: Ledger;
  readonly uploads: UploadLedger;
  readonly files: FileStore;
  readonly admission: Admission;
  readonly transfers: Transfers;
  readonly lists: Lists;
  readonly clock: Clock;
  readonly log: Log;
  readonly publicConfig: Config;
  readonly college: College;
  readonly devTools?: DevTools;
  readonly rateLimiter: RateLimiter;
  readonly metrics: Metrics;
  /** `notReady` are the parts that cannot be written now. */
  readonly figures: { readonly contentType: string; text(notReady: readonly string[]): Promise<string> };
  /** Aborts when the server begins to end: it is no longer ready, and streams end. */
  readonly draining: AbortSignal;
  readonly trustProxy: number;
  readonly dist: string;
}
