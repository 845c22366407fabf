const DURATION_MS = 180;

const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
const eased = (part: number) => 1 - (1 - part) ** 3;

/**
 * Moves the window to `top` (pixels) in 180 ms. Returns what stops it on the way; undefined where motion is reduced, since
 * it has arrived then.
 *
 * @param onArrive called when the movement ends by itself
 */
export function scrollWindowTo(top: number, onArrive: () => void): (() => void) | undefined {
  const from = window.scrollY;
  if (still()) {
    window.scrollTo(0, top);
    onArrive();
    return undefined;
  }
  let frame = 0;
  let begun: number | undefined;
  const step = (now: number) => {
    begun ??= now;
    const part = Math.min(1, (now - begun) / DURATION_MS);
    window.scrollTo(0, from + (top - from) * eased(part));
    if (part < 1) frame = requestAnimationFrame(step);
    else onArrive();
  };
  frame = requestAnimationFrame(step);
  return () => cancelAnimationFrame(frame);
}
