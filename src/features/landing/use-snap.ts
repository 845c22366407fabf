import { type RefObject, useEffect, useRef } from 'react';
import { attachSnap, type Snap } from './attach-snap.ts';

/**
 * Snaps between the hero and the portal section while the landing page stands (specification, section 2).
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
