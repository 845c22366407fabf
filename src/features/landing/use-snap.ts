import { type RefObject, useEffect, useRef } from 'react';
import { scrollWindowTo } from './scroll-window.ts';

type Screen = 'hero' | 'portal';

/** A turn of the wheel or a swipe counts if it is longer than this (R2.6). */
const THRESHOLD_PX = 50;
/** After a snap no other snap happens for this long (R2.6). */
const LOCK_MS = 800;
/** Wheel events closer together than this are one turn. A trackpad sends many small ones for a second or more. */
const ONE_TURN_MS = 200;
const LINE_PX = 40;
/** The window is at rest if it has not moved for this long. */
const REST_MS = 160;

/**
 * Snaps between the hero and the portal section while the landing page is shown (R2.6).
 * Returns a function that moves to one of the two, for the prompt.
 */
export function useSnap(portal: RefObject<HTMLElement | null>): (screen: Screen) => void {
  const snap = useRef<Snap>(undefined);
  useEffect(() => {
    if (!portal.current) return;
    const attached = attachSnap(portal.current);
    snap.current = attached;
    return attached.detach;
  }, [portal]);
  return (screen) => snap.current?.go(screen);
}

interface Turn {
  readonly way: number;
  by: number;
  at: number;
  did: 'nothing' | 'scroll' | 'snap';
}

interface Snap {
  readonly go: (screen: Screen) => void;
  readonly detach: () => void;
}

/** Listens to wheel, touch and keys of the window. `portal` is the section that begins the second screen. */
function attachSnap(portal: HTMLElement): Snap {
  let lockedUntil = 0;
  /** The current turn of the wheel: its direction, its pixels, its last event, and its effect so far. */
  let turn: Turn = { way: 0, by: 0, at: 0, did: 'nothing' };
  let touch: { readonly y: number; isScrolling: boolean } | undefined;
  /** A mouse button is down. The page must not move until it is released, or the click would be lost. */
  let isPressed = false;
  /** The screen that the window is moving to, until it arrives. */
  let heading: Screen | undefined;
  /** The screen that we last moved the window to, until the visitor moves it or the time is over. */
  let moved: { readonly screen: Screen; readonly until: number } | undefined;
  /** Where the window was at its last scroll event, and the screen that it was moved towards. */
  let last: { readonly top: number; readonly towards: Screen } = { top: window.scrollY, towards: 'portal' };
  let stop = () => {};
  let resting: ReturnType<typeof setTimeout> | undefined;

  const listening = new AbortController();
  const { signal } = listening;
  const portalTop = () => Math.round(portal.getBoundingClientRect().top + window.scrollY);
  const isLocked = () => performance.now() < lockedUntil;
  const move = (screen: Screen) => {
    stop();
    heading = screen;
    moved = { screen, until: Number.POSITIVE_INFINITY };
    stop = scrollWindowTo(screen === 'hero' ? 0 : portalTop(), () => {
      heading = undefined;
      if (moved) moved = { screen, until: performance.now() + LOCK_MS };
    });
  };
  const go = (screen: Screen) => {
    lockedUntil = performance.now() + LOCK_MS;
    move(screen);
  };
  /** Where the hero ends and where the portal section begins, as positions of the window. */
  const edges = () => ({
    heroEnd: Math.max(0, portalTop() - window.innerHeight),
    top: portalTop(),
    at: window.scrollY,
  });
  const isBetween = () => {
    const { heroEnd, top, at } = edges();
    return at > heroEnd + 2 && at < top - 2;
  };
  /** The screen that a movement of `by` pixels leads to. Undefined within a section taller than the window: it scrolls. */
  const target = (by: number): Screen | undefined => {
    const { heroEnd, top, at } = edges();
    if (by > 0) return at >= heroEnd - 2 && at < top - 2 ? 'portal' : undefined;
    return by < 0 && at > heroEnd + 2 && at <= top + 2 ? 'hero' : undefined;
  };

  const onScroll = () => {
    const top = window.scrollY;
    const way = top > last.top ? 'portal' : 'hero';
    // Chromium may jump back to where its own scrolling ended. This does not count as a move by the visitor.
    const ours = moved && performance.now() < moved.until ? moved.screen : undefined;
    if (top !== last.top) last = { top, towards: ours ?? way };
    settleSoon();
  };
  const onWheel = (event: WheelEvent) => {
    moved = undefined;
    const by = pixels(event);
    if (isElsewhere(event) || event.ctrlKey || event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY))
      return;
    // The event's own time, since a busy page handles events late.
    const way = Math.sign(by);
    const isNewTurn = way !== turn.way || event.timeStamp - turn.at > ONE_TURN_MS;
    turn = isNewTurn ? { way, by: 0, at: 0, did: 'nothing' } : turn;
    turn.by += by;
    turn.at = event.timeStamp;
    const screen = target(by);
    // Scrolling up in a tall portal section ends at its beginning.
    const isLeavingPortal = window.scrollY > portalTop() && window.scrollY + by < portalTop();
    if (!screen && !isLeavingPortal && !isLocked() && turn.did !== 'snap') {
      turn.did = 'scroll';
      return;
    }
    if (event.cancelable) event.preventDefault();
    // Ignore the wheel during the lock, and after a turn has snapped or scrolled.
    if (isLocked()) turn.by = 0;
    else if (isLeavingPortal) move('portal');
    else if (screen && turn.did === 'nothing' && Math.abs(turn.by) > THRESHOLD_PX) {
      turn.did = 'snap';
      go(screen);
    }
  };
  const onTouchStart = (event: TouchEvent) => {
    moved = undefined;
    const [finger] = event.touches;
    const isOurs = finger && event.touches.length === 1 && !isElsewhere(event);
    touch = isOurs ? { y: finger.clientY, isScrolling: false } : undefined;
  };
  const onTouchMove = (event: TouchEvent) => {
    const [finger] = event.touches;
    if (!touch || !finger || !(isLocked() || target(touch.y - finger.clientY))) return;
    if (event.cancelable) event.preventDefault();
    // The page still scrolls from the last swipe. The browser scrolls with the finger, and a snap would conflict with it.
    else touch.isScrolling = true;
  };
  const onTouchEnd = (event: TouchEvent) => {
    const [finger] = event.changedTouches;
    const began = touch;
    touch = undefined;
    if (!began || !finger || began.isScrolling) return settleSoon();
    const by = began.y - finger.clientY;
    const screen = target(by);
    if (screen && Math.abs(by) > THRESHOLD_PX && !isLocked()) go(screen);
    settleSoon();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    moved = undefined;
    const screen = target(scrollDirection(event));
    if (!screen) return;
    event.preventDefault();
    go(screen);
  };
  const onPointerDown = (event: PointerEvent) => {
    moved = undefined;
    const isOnPage = event.clientX < document.documentElement.clientWidth;
    if (event.pointerType === 'touch' || event.button !== 0 || !isOnPage) return;
    isPressed = true;
    stop();
  };
  const onPointerEnd = () => {
    if (!isPressed) return;
    isPressed = false;
    settleSoon();
  };
  /**
   * Finishes an incomplete move: to the target of a snap, else in the direction of the last scroll. It is no snap and sets
   * no lock. WebKit scrolls by the first turn of the wheel before it dispatches the event.
   */
  const settle = () => {
    if (touch || isPressed) return;
    if (isBetween()) move(heading ?? last.towards);
  };
  const settleSoon = () => {
    clearTimeout(resting);
    resting = setTimeout(settle, REST_MS);
  };

  window.addEventListener('wheel', onWheel, { passive: false, signal });
  window.addEventListener('touchstart', onTouchStart, { passive: true, signal });
  window.addEventListener('touchmove', onTouchMove, { passive: false, signal });
  window.addEventListener('touchend', onTouchEnd, { passive: true, signal });
  window.addEventListener('touchcancel', onTouchEnd, { passive: true, signal });
  window.addEventListener('pointerdown', onPointerDown, { passive: true, signal });
  window.addEventListener('pointerup', onPointerEnd, { passive: true, signal });
  window.addEventListener('pointercancel', onPointerEnd, { passive: true, signal });
  window.addEventListener('scroll', onScroll, { passive: true, signal });
  window.addEventListener('keydown', onKeyDown, { signal });

  // The visitor may have scrolled down from the hero before these listeners were added. Wait until the browser's own
  // scrolling ends, or Chromium jumps back to its end.
  settleSoon();
  const detach = () => {
    listening.abort();
    clearTimeout(resting);
    stop();
  };
  return { go, detach };
}

/** In a dialog or on a zoomed page, the browser scrolls as usual. */
function isElsewhere(event: Event): boolean {
  const isZoomed = (window.visualViewport?.scale ?? 1) > 1.01;
  return isZoomed || (event.target instanceof Element && event.target.closest('dialog') !== null);
}

/** The distance of a wheel event in pixels: some browsers count in lines or pages. */
function pixels({ deltaY, deltaMode }: WheelEvent): number {
  if (deltaMode === WheelEvent.DOM_DELTA_LINE) return deltaY * LINE_PX;
  return deltaMode === WheelEvent.DOM_DELTA_PAGE ? deltaY * window.innerHeight : deltaY;
}

const DIRECTIONS: Readonly<Record<string, number>> = {
  PageDown: 1,
  ArrowDown: 1,
  End: 1,
  PageUp: -1,
  ArrowUp: -1,
  Home: -1,
};
const TYPING = 'input, select, textarea, [contenteditable], [role=listbox], [role=combobox], dialog';
const PRESSABLE = 'button, summary, [role=button], a';

/** In which direction a key scrolls the page: 1 is down, -1 is up, 0 is neither. */
function scrollDirection(event: KeyboardEvent): number {
  const element = event.target instanceof Element ? event.target : undefined;
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || element?.closest(TYPING)) return 0;
  if (event.key !== ' ') return DIRECTIONS[event.key] ?? 0;
  if (element?.closest(PRESSABLE)) return 0;
  return event.shiftKey ? -1 : 1;
}
