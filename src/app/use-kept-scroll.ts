import { type RefObject, useLayoutEffect, useRef } from 'react';

const places = new Map<string, number>();

/**
 * Keeps the scroll position of each draft, for a person who switches between drafts. A position counts only while
 * `list`, which switches drafts, is out of sight. A draft shown for the first time starts at its top.
 */
export function useKeptScroll(draftId: string | undefined, list: RefObject<HTMLElement | null>): void {
  // Before the scrolling below, which must not be noted for the draft that was just left.
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
