const FIRST_WAIT_MS = 500;
/** With the waits before it some eight seconds; after that the page says what has happened. */
const LONGEST_WAIT_MS = 4000;

/** A part came, and this browser does not understand it: no further try helps. */
export class NotUnderstood extends Error {
  override readonly name = 'NotUnderstood';
}

/**
 * Brings a part of the application that is loaded when it is needed, once more and later each time where the
 * connection breaks on the way. `load` is an `import()` and nothing else, since it may be made again in other words.
 * `mayTryAgain` is asked before each further try.
 *
 * @throws NotUnderstood, else what the last try threw
 */
export async function bring<Part>(
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
