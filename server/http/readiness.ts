import { within } from './within.ts';

/** `/readyz` answers within two seconds, even if the ledger or the bucket hangs. */
const READY_WITHIN_MS = 1_500;
/** Each check costs a write, so its result is cached for this long. */
const REMEMBERED_MS = 2_000;

/** Checks by name. Each rejects if its part cannot be used. */
type Checks = Readonly<Record<string, () => Promise<void>>>;

/** Names the parts that cannot be used now, or did not answer in time. `onFault` gets the reason, once for each try. */
export function createReadiness(
  checks: Checks,
  onFault: (part: string, error: unknown) => void,
): () => Promise<readonly string[]> {
  const late = () => new Error(`no answer within ${READY_WITHIN_MS} ms`);
  const tries = Object.entries(checks).map(([part, attempt]) => {
    const isReady = remembered(() =>
      attempt().then(
        () => true,
        (error) => {
          onFault(part, error);
          return false;
        },
      ),
    );
    return async () => ((await within(READY_WITHIN_MS, isReady(), late).catch(() => false)) ? [] : [part]);
  });
  return async () => (await Promise.all(tries.map((attempt) => attempt()))).flat();
}

/** Caches the last result. Later, all callers share one new check, so that hanging checks do not pile up. */
function remembered(ask: () => Promise<boolean>): () => Promise<boolean> {
  let answer: Promise<boolean> | undefined;
  let staleAt = Number.POSITIVE_INFINITY;
  return () => {
    if (performance.now() >= staleAt) answer = undefined;
    if (answer === undefined) {
      staleAt = Number.POSITIVE_INFINITY;
      answer = ask().finally(() => {
        staleAt = performance.now() + REMEMBERED_MS;
      });
    }
    return answer;
  };
}
