/** The question whether the server is ready is answered within two seconds, whatever hangs behind it. */
const READY_WITHIN_MS = 1_500;
/** Trying costs a write each, so it is done at most so often, however many ask. */
const REMEMBERED_MS = 2_000;

/** What a server cannot do without, by the names that its operators read: each tries, and rejects where it fails. */
type Checks = Readonly<Record<string, () => Promise<void>>>;

/** Names the parts that cannot be used now, or did not answer in time. `onFault` gets the reason, once for each try. */
export function createReadiness(
  checks: Checks,
  onFault: (part: string, error: unknown) => void,
): () => Promise<readonly string[]> {
  const tries = Object.entries(checks).map(([part, attempt]) => {
    const isReady = remembered(async () => {
      try {
        await attempt();
        return true;
      } catch (error) {
        onFault(part, error);
        return false;
      }
    });
    return async () => ((await withinMs(READY_WITHIN_MS, isReady()).catch(() => false)) ? [] : [part]);
  });
  return async () => (await Promise.all(tries.map((attempt) => attempt()))).flat();
}

/** The last answer for a moment; then one new question, however many ask: those that hang would take others' places. */
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

/** The answer, or a rejection once the time is over; the work itself goes on to its own end. */
async function withinMs<T>(ms: number, work: Promise<T>): Promise<T> {
  let late: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    late = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(late);
  }
}
