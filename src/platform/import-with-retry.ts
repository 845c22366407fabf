const FIRST_WAIT_MS = 500;
/** With the waits before it some eight seconds; after that the page says what has happened. */
const LONGEST_WAIT_MS = 4000;

/** The part arrived, and this browser cannot run it: a retry does not help. */
export class NotUnderstood extends Error {
  override readonly name = 'NotUnderstood';
}

/**
 * Loads a part of the application, and retries with growing pauses if the connection breaks. `load` must be a bare
 * `import()`, because the retry changes its URL. `mayTryAgain` is asked before each retry.
 *
 * @throws NotUnderstood, else what the last try threw
 */
export async function importWithRetry<Part>(
  load: () => Promise<Part>,
  mayTryAgain: () => boolean | Promise<boolean> = () => true,
): Promise<Part> {
  let next = load;
  for (let wait = FIRST_WAIT_MS; wait <= LONGEST_WAIT_MS; wait *= 2) {
    try {
      return await next();
    } catch (failure) {
      if (!isOnTheWay(failure)) throw new NotUnderstood(String(failure), { cause: failure });
      await new Promise((resolve) => setTimeout(resolve, wait));
      if (!(await mayTryAgain())) throw failure;
      const script = scriptOf(failure);
      next = script === undefined ? load : () => import(/* @vite-ignore */ `${script}?after=${wait}`);
    }
  }
  return next();
}

/** Whether the part got lost on the way: browsers have a TypeError for that, and name the module or importing it. */
const isOnTheWay = (failure: unknown): boolean => failure instanceof TypeError && /module/i.test(failure.message);

/**
 * The script that could not be brought, which browsers name in their message: many never ask again for an address that
 * failed, but for the same script under another one. Undefined where the message names none of ours.
 */
function scriptOf(failure: unknown): string | undefined {
  const message = failure instanceof Error ? failure.message : '';
  const [, address] = /dynamically imported module: (https?:\/\/[^\s?]+\.js)/.exec(message) ?? [];
  return address?.startsWith(`${location.origin}/`) ? address : undefined;
}
