const DURATION_MS = 180;

const eased = (part: number) => 1 - (1 - part) ** 3;

/**
 * Scrolls the window to `top` (pixels) in 180 ms, or at once if motion is reduced. Smooth scrolling of the browser did not
 * reach the end in WebKit (tests/engines/journeys/landing.ts).
 *
 * @param onArrive called at the end
 * @returns a function that stops it
 */
export function scrollWindowTo(top: number, onArrive: () => void): () => void {
  const from = window.scrollY;
  let frame = 0;
  let begun: number | undefined;
  const step = (now: number) => {
    begun ??= now;
    const part = Math.min(1, (now - begun) / DURATION_MS);
    window.scrollTo(0, from + (top - from) * eased(part));
    if (part < 1) frame = requestAnimationFrame(step);
    else onArrive();
  };
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    window.scrollTo(0, top);
    onArrive();
  } else frame = requestAnimationFrame(step);
  return () => cancelAnimationFrame(frame);
}
