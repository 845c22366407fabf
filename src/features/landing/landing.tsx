import { useRef } from 'react';
import type { Elements } from '#components/elements.ts';
import type { LandingTarget } from '#platform/view-slice.ts';
import { Hero } from './hero.tsx';
import { Portal } from './portal.tsx';
import { useSnap } from './use-snap.ts';

const PORTAL = 'portal';

interface LandingProps {
  readonly onOpen: (view: LandingTarget) => void;
  /** 'Demo mode: submissions go to simulated services'. */
  readonly notice?: Elements;
  /** Above the portals, for visitors who have scrolled past the hero. */
  readonly portalNotice?: Elements;
  readonly drafts?: Elements;
  /** What a returning visitor can continue, above the hero. */
  readonly waits?: Elements;
}

/** The landing page: the hero, and the portals one screen below. Without scripts it scrolls like any page. */
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
