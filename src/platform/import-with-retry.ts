const FIRST_WAIT_MS = 500;
/** With the pauses before them some eight seconds. After that, the page shows the failure. */
const LONGEST_WAIT_MS = 4000;

/** The script was loaded, and this browser cannot run it, so a retry does not help. */
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

/** Whether a script could not be loaded: browsers throw a TypeError that names the module, or importing it. */
const isOnTheWay = (failure: unknown): boolean => failure instanceof TypeError && /module/i.test(failure.message);

/**
 * The script that could not be loaded. Browsers name it in their message. Many never load a failed address again, so
 * the retry uses another address of the same script. Undefined if the message names none of our scripts.
 */
function scriptOf(failure: unknown): string | undefined {
  const message = failure instanceof Error ? failure.message : '';
  const [, address] = /dynamically imported module: (https?:\/\/[^\s?]+\.js)/.exec(message) ?? [];
  return address?.startsWith(`${location.origin}/`) ? address : undefined;
}
