/** Between two snaps nothing moves the page for so long (specification, section 9). */
export const SNAP_LOCK_MS = 800;
/** A wheel turn or a swipe counts when it is longer than this (specification, section 2). */
export const SNAP_THRESHOLD_PX = 50;
/** Wheel events closer together than this are one turn: a trackpad sends many small ones. */
const ONE_TURN_MS = 200;

/**
 * Where the window stands: `hero` and `portal` are the two resting places, `between` is on the way, and `inside` is in
 * the middle of a section that is taller than the window, which scrolls as any page does.
 */
export type Place = 'hero' | 'between' | 'portal' | 'inside';
/** What a movement does: the page's own scrolling, nothing, or a snap. */
export type Reaction = 'scroll' | 'hold' | 'to-hero' | 'to-portal';

/** Where a window of `height` that is scrolled to `top` stands, when the portal section begins at `portalTop`. */
export function placeOf(top: number, height: number, portalTop: number): Place {
  const near = (line: number) => Math.abs(top - line) <= 2;
  const heroEnd = Math.max(0, portalTop - height);
  if (near(portalTop)) return 'portal';
  if (top > portalTop || (top < heroEnd && !near(heroEnd))) return 'inside';
  return near(heroEnd) ? 'hero' : 'between';
}

/** Where a movement of that sign leads from there; down is positive. */
export function leadsTo(by: number, place: Place): Reaction {
  if (place === 'inside' || by === 0) return 'scroll';
  if (by > 0) return place === 'portal' ? 'scroll' : 'to-portal';
  return place === 'hero' ? 'scroll' : 'to-hero';
}

export interface SnapGesture {
  /** No wheel and no swipe counts for the next 800 ms. `now` in milliseconds of any clock. */
  lock(now: number): void;
  isLocked(now: number): boolean;
  /** One wheel event of `by` pixels. */
  wheel(by: number, place: Place, now: number): Reaction;
  /** A whole swipe of `by` pixels that began at `place`; positive when the finger moved up. */
  swipe(by: number, place: Place, now: number): Reaction;
}

/** Keeps the lock and adds up the parts of one turn of the wheel. */
export function createSnapGesture(): SnapGesture {
  let lockedUntil = Number.NEGATIVE_INFINITY;
  let turned = 0;
  let turnedAt = Number.NEGATIVE_INFINITY;
  const isLocked = (now: number) => now < lockedUntil;
  const lock = (now: number) => {
    lockedUntil = now + SNAP_LOCK_MS;
    turned = 0;
  };
  const swipe = (by: number, place: Place, now: number): Reaction => {
    if (isLocked(now)) return 'hold';
    const reaction = leadsTo(by, place);
    if (reaction === 'scroll') return reaction;
    if (Math.abs(by) <= SNAP_THRESHOLD_PX) return 'hold';
    lock(now);
    return reaction;
  };
  const wheel = (by: number, place: Place, now: number): Reaction => {
    const sameTurn = now - turnedAt <= ONE_TURN_MS && Math.sign(by) === Math.sign(turned);
    turned = sameTurn ? turned + by : by;
    turnedAt = now;
    return swipe(turned, place, now);
  };
  return { lock, isLocked, wheel, swipe };
}
