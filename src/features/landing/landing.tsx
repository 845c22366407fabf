import { useRef } from 'react';
import type { Elements } from '#components/elements.ts';
import type { LandingTarget } from '#platform/view-slice.ts';
import { Hero } from './hero.tsx';
import { Portal } from './portal.tsx';
import { useSnap } from './use-snap.ts';

const PORTAL = 'portal';

interface LandingProps {
  readonly onOpen: (view: LandingTarget) => void;
  /** A word on demo mode: 'Demo mode: submissions go to simulated services'. */
  readonly notice?: Elements;
  /** Above the portals, so that a visitor past the hero also sees it. */
  readonly portalNotice?: Elements;
  readonly drafts?: Elements;
  /** For people who come back, above the hero: what they can continue. */
  readonly waits?: Elements;
}

/** The landing page: the hero, and a screen below it the portals. Without scripts it is a plain page that scrolls. */
export function Landing({ onOpen, notice, portalNotice, drafts, waits }: LandingProps) {
  const portal = useRef<HTMLElement>(null);
  const snapTo = useSnap(portal);
  const showPortals = () => {
    snapTo('portal');
    // A keyboard user continues at the portals.
    portal.current?.querySelector('h2')?.focus({ preventScroll: true });
  };
  return (
    <>
      <Hero portalId={PORTAL} onContinue={showPortals} notice={notice} waits={waits} />
      <Portal id={PORTAL} ref={portal} onOpen={onOpen} notice={portalNotice} drafts={drafts} />
    </>
  );
}
