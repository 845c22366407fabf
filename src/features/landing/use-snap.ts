import { type RefObject, useEffect, useRef } from 'react';
import { scrollWindowTo } from './scroll-window.ts';
import {
  createSnapGesture,
  leadsTo,
  placeOf,
  type Reaction,
  reactToKey,
  type SnapPlace,
  settlesAt,
} from './snap-gesture.ts';

/**
 * Snaps between the hero and the portal section while the landing page stands (R2.6).
 * Returns a function that goes to one of the two, for the prompt.
 */
export function useSnap(portal: RefObject<HTMLElement | null>): (place: 'hero' | 'portal') => void {
  const snap = useRef<Snap | null>(null);
  useEffect(() => {
    const section = portal.current;
    if (!section) return;
    const attached = attachSnap(section);
    snap.current = attached;
    return () => {
      attached.detach();
      snap.current = null;
    };
  }, [portal]);
  return (place) => snap.current?.go(place);
}

interface Snap {
  go(place: 'hero' | 'portal'): void;
  detach(): void;
}

/** A window that came to rest between the two screens is brought to one of them after so long. */
const SETTLE_MS = 160;
const LINE_PX = 40;

/** Listens to wheel, touch and keys of the whole window; `portal` is the section that begins the second screen. */
function attachSnap(portal: HTMLElement): Snap {
  const gesture = createSnapGesture();
  const listening = new AbortController();
  /** The way to a screen that the window is on. */
  let movement: { readonly to: 'hero' | 'portal'; readonly stop: () => void } | undefined;
  /** A mouse button is down on the page. What it is on stays there until it is let go, or the press would be lost. */
  let isPressed = false;
  /** Where the movement led that a press has stopped. */
  let interrupted: 'hero' | 'portal' | undefined;
  let settling: ReturnType<typeof setTimeout> | undefined;
  let touch: { readonly y: number; readonly place: SnapPlace; isScrolling: boolean } | undefined;

  const portalTop = () => Math.round(portal.getBoundingClientRect().top + window.scrollY);
  const place = () => placeOf(window.scrollY, window.innerHeight, portalTop());
  /** Where the window last rested; unknown until it has, since it may have been scrolled before this began to listen. */
  let rested: SnapPlace | undefined;
  const move = (to: 'hero' | 'portal') => {
    movement?.stop();
    interrupted = undefined;
    const stop = scrollWindowTo(to === 'hero' ? 0 : portalTop(), () => {
      movement = undefined;
    });
    movement = stop && { to, stop };
  };
  const go = (to: 'hero' | 'portal') => {
    gesture.lock(performance.now());
    move(to);
  };
  const act = (event: Event, reaction: Reaction) => {
    if (reaction === 'scroll') return;
    if (event.cancelable) event.preventDefault();
    if (reaction === 'to-hero') go('hero');
    if (reaction === 'to-portal') go('portal');
  };

  const onWheel = (event: WheelEvent) => {
    if (isElsewhere(event) || event.ctrlKey || event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY))
      return;
    const by = pixels(event);
    // When it was turned, not when a busy page gets to it: the parts of one turn stay together.
    const reaction = gesture.wheel(by, place(), event.timeStamp);
    const from = window.scrollY;
    // Scrolling up through a tall portal section ends at its beginning, not somewhere in the hero.
    if (reaction === 'scroll' && from > portalTop() && from + by < portalTop()) act(event, 'to-portal');
    else act(event, reaction);
  };
  const onTouchStart = (event: TouchEvent) => {
    const [finger] = event.touches;
    touch =
      finger && event.touches.length === 1 && !isElsewhere(event)
        ? { y: finger.clientY, place: place(), isScrolling: false }
        : undefined;
  };
  const onTouchMove = (event: TouchEvent) => {
    const [finger] = event.touches;
    if (!touch || !finger) return;
    const held = gesture.isLocked(performance.now()) || leadsTo(touch.y - finger.clientY, touch.place) !== 'scroll';
    if (!held) return;
    if (event.cancelable) event.preventDefault();
    // A finger put down while the page still runs from the swipe before: the browser scrolls with it, and runs on after.
    else touch.isScrolling = true;
  };
  const onTouchEnd = (event: TouchEvent) => {
    const [finger] = event.changedTouches;
    const began = touch;
    touch = undefined;
    if (!began || !finger) return;
    // A snap beside it would pull the page two ways. Where it comes to rest is put right then.
    if (began.isScrolling) return settleSoon();
    const reaction = gesture.swipe(began.y - finger.clientY, began.place, performance.now());
    if (reaction === 'to-hero') go('hero');
    if (reaction === 'to-portal') go('portal');
    settleSoon();
  };
  const onTouchCancel = () => {
    touch = undefined;
    settleSoon();
  };
  const onPointerDown = (event: PointerEvent) => {
    // Fingers have events of their own, and beside the page there is the window's bar, which moves it.
    const isOnPage = event.clientX < document.documentElement.clientWidth;
    if (event.pointerType === 'touch' || event.button !== 0 || !isOnPage) return;
    isPressed = true;
    if (!movement) return;
    interrupted = movement.to;
    movement.stop();
    movement = undefined;
  };
  const onPointerEnd = () => {
    if (!isPressed) return;
    isPressed = false;
    settleSoon();
  };
  const settleSoon = () => {
    clearTimeout(settling);
    settling = setTimeout(() => {
      if (movement || touch || isPressed) return;
      const here = place();
      // A correction, not a snap: the next swipe counts at once.
      if (here === 'between') move(interrupted ?? settlesAt(window.scrollY, rested, portalTop()));
      else rested = here;
    }, SETTLE_MS);
  };

  const { signal } = listening;
  window.addEventListener('wheel', onWheel, { passive: false, signal });
  window.addEventListener('touchstart', onTouchStart, { passive: true, signal });
  window.addEventListener('touchmove', onTouchMove, { passive: false, signal });
  window.addEventListener('touchend', onTouchEnd, { passive: true, signal });
  window.addEventListener('touchcancel', onTouchCancel, { passive: true, signal });
  window.addEventListener('pointerdown', onPointerDown, { passive: true, signal });
  window.addEventListener('pointerup', onPointerEnd, { passive: true, signal });
  window.addEventListener('pointercancel', onPointerEnd, { passive: true, signal });
  window.addEventListener('scroll', settleSoon, { passive: true, signal });
  window.addEventListener('keydown', (event) => act(event, reactToKey(event, place())), { signal });

  // What was scrolled before this began to listen is brought to its end.
  settleSoon();

  const detach = () => {
    listening.abort();
    clearTimeout(settling);
    movement?.stop();
  };
  return { go, detach };
}

/** A movement inside a dialog, or on a page that is zoomed in by fingers, is none of ours. */
function isElsewhere(event: Event): boolean {
  const zoomed = (window.visualViewport?.scale ?? 1) > 1.01;
  return zoomed || (event.target instanceof Element && event.target.closest('dialog') !== null);
}

/** A wheel event's way in pixels: some browsers count in lines or pages. */
function pixels({ deltaY, deltaMode }: WheelEvent): number {
  if (deltaMode === WheelEvent.DOM_DELTA_LINE) return deltaY * LINE_PX;
  return deltaMode === WheelEvent.DOM_DELTA_PAGE ? deltaY * window.innerHeight : deltaY;
}
