const DURATION_MS = 180;

const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
const eased = (part: number) => 1 - (1 - part) ** 3;

/** Moves the window to `top` (pixels) in 180 ms, at once where motion is reduced. Returns what stops it on the way. */
export function scrollWindowTo(top: number, onArrive: () => void): () => void {
  const from = window.scrollY;
  if (still()) {
    window.scrollTo(0, top);
    onArrive();
    return () => {};
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
