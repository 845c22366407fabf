/** Between two snaps nothing moves the page for so long (R2.6). */
const SNAP_LOCK_MS = 800;
/** A wheel turn or a swipe counts when it is longer than this (R2.6). */
const SNAP_THRESHOLD_PX = 50;
/** Wheel events closer together than this are one turn: a trackpad sends many small ones. */
const ONE_TURN_MS = 200;

/**
 * Where the window stands: `hero` and `portal` are the two resting places, `between` is on the way, and `inside` is in
 * the middle of a section that is taller than the window, which scrolls as any page does.
 */
export type SnapPlace = 'hero' | 'between' | 'portal' | 'inside';
/** What a movement does: the page's own scrolling, nothing, or a snap. */
export type Reaction = 'scroll' | 'hold' | 'to-hero' | 'to-portal';

/** Where a window of `height` that is scrolled to `top` stands, when the portal section begins at `portalTop`. */
export function placeOf(top: number, height: number, portalTop: number): SnapPlace {
  const near = (line: number) => Math.abs(top - line) <= 2;
  const heroEnd = Math.max(0, portalTop - height);
  if (near(portalTop)) return 'portal';
  if (top > portalTop || (top < heroEnd && !near(heroEnd))) return 'inside';
  return near(heroEnd) ? 'hero' : 'between';
}

/** Where a movement of that sign leads from there; down is positive. */
export function leadsTo(by: number, place: SnapPlace): Reaction {
  if (place === 'inside' || by === 0) return 'scroll';
  if (by > 0) return place === 'portal' ? 'scroll' : 'to-portal';
  return place === 'hero' ? 'scroll' : 'to-hero';
}

/**
 * Where a window belongs that came to rest between the two at `top` without a snap. `left` is where it rested before: a
 * movement by its bar counts as a swipe of the same length does, and from within a section that is taller than the window
 * the nearer one counts. Undefined where it has never rested, because it was scrolled before the page listened: a page
 * begins at the hero, and a notch of the wheel, which some browsers make shorter than a swipe that counts, is not undone.
 */
export function settlesAt(top: number, left: SnapPlace | undefined, portalTop: number): 'hero' | 'portal' {
  if (left === undefined) return 'portal';
  if (left === 'hero') return top > SNAP_THRESHOLD_PX ? 'portal' : 'hero';
  if (left === 'portal') return portalTop - top > SNAP_THRESHOLD_PX ? 'hero' : 'portal';
  return top > portalTop / 2 ? 'portal' : 'hero';
}

interface SnapGesture {
  /** No wheel and no swipe counts for the next 800 ms. `now` in milliseconds of any clock. */
  lock(now: number): void;
  isLocked(now: number): boolean;
  /** One wheel event of `by` pixels. */
  wheel(by: number, place: SnapPlace, now: number): Reaction;
  /** A whole swipe of `by` pixels that began at `place`; positive when the finger moved up. */
  swipe(by: number, place: SnapPlace, now: number): Reaction;
}

/**
 * Keeps the lock and adds up the parts of one turn of the wheel. A turn does one thing: it snaps once, or it scrolls a
 * section. A trackpad goes on sending events for a second or more after the fingers have left it, longer than the lock,
 * and those neither snap again nor scroll on.
 */
export function createSnapGesture(): SnapGesture {
  let lockedUntil = Number.NEGATIVE_INFINITY;
  let turned = 0;
  let turnedAt = Number.NEGATIVE_INFINITY;
  /** The ways, 1 or -1, in which the turn under way has snapped or scrolled; 0 while it has not. */
  let snapped = 0;
  let scrolled = 0;
  const isLocked = (now: number) => now < lockedUntil;
  const lock = (now: number) => {
    lockedUntil = now + SNAP_LOCK_MS;
    snapped = Math.sign(turned) || snapped;
    turned = 0;
  };
  const swipe = (by: number, place: SnapPlace, now: number): Reaction => {
    if (isLocked(now)) return 'hold';
    const reaction = leadsTo(by, place);
    if (reaction === 'scroll') return reaction;
    if (Math.abs(by) <= SNAP_THRESHOLD_PX) return 'hold';
    lock(now);
    return reaction;
  };
  const wheel = (by: number, place: SnapPlace, now: number): Reaction => {
    const way = Math.sign(by);
    const sameTurn = now - turnedAt <= ONE_TURN_MS;
    turnedAt = now;
    if (!sameTurn) snapped = scrolled = 0;
    const snaps = leadsTo(by, place) !== 'scroll';
    if (way !== 0 && (way === snapped || (snaps && way === scrolled))) return 'hold';
    turned = sameTurn && way === Math.sign(turned) ? turned + by : by;
    const reaction = swipe(turned, place, now);
    if (reaction === 'scroll') scrolled = way;
    // What the lock held is not made up for when it ends.
    if (isLocked(now)) turned = 0;
    return reaction;
  };
  return { lock, isLocked, wheel, swipe };
}

const DOWN = new Set(['PageDown', 'ArrowDown', 'End']);
const UP = new Set(['PageUp', 'ArrowUp']);
const TYPING = 'input, select, textarea, [contenteditable], [role=listbox], [role=combobox], dialog';
const PRESSABLE = 'button, summary, [role=button], a';

/** What a key does on the landing page: the keyboard's way between its two screens. */
export function reactToKey(event: KeyboardEvent, place: SnapPlace): Reaction {
  const target = event.target instanceof Element ? event.target : null;
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return 'scroll';
  if (target?.closest(TYPING)) return 'scroll';
  const space = event.key === ' ' && !target?.closest(PRESSABLE);
  if (DOWN.has(event.key) || (space && !event.shiftKey)) return leadsTo(1, place);
  if (UP.has(event.key) || (space && event.shiftKey)) return leadsTo(-1, place);
  // Home means the very beginning, from wherever.
  return event.key === 'Home' && place !== 'hero' ? 'to-hero' : 'scroll';
}
