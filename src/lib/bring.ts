const FIRST_WAIT_MS = 500;
/** With the waits before it some eight seconds; after that the page says what has happened. */
const LONGEST_WAIT_MS = 4000;

/**
 * Brings a part of the application that is loaded when it is needed, once more and later each time where the
 * connection breaks on the way.
 *
 * @throws what the last try threw
 */
export async function bring<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let wait = FIRST_WAIT_MS; wait <= LONGEST_WAIT_MS; wait *= 2) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return load();
}
