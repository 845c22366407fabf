import { type RefObject, useLayoutEffect, useRef } from 'react';

const places = new Map<string, number>();

/**
 * A person who switches between drafts returns to the place where they were in each. This is the last place at which
 * `list`, where they switch, was out of sight. A draft shown for the first time starts at its top.
 */
export function useKeptScroll(draftId: string | undefined, list: RefObject<HTMLElement | null>): void {
  // Before the scrolling below: what that causes must not be noted for the draft that was just left.
  useLayoutEffect(() => {
    if (draftId === undefined) return;
    const note = () => {
      const top = list.current?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;
      if (top >= window.innerHeight) places.set(draftId, window.scrollY);
    };
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, [draftId, list]);
  const shown = useRef(draftId);
  useLayoutEffect(() => {
    if (draftId === undefined || shown.current === draftId) return;
    const first = shown.current === undefined;
    shown.current = draftId;
    if (!first) window.scrollTo(0, places.get(draftId) ?? 0);
  }, [draftId]);
}
