/** A hidden page paints nothing; it does not wait for that. */
const LONGEST_MS = 100;

/** Resolves once the browser has shown what was rendered. */
export function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, LONGEST_MS);
  });
}
