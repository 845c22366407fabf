import { describe, expect, it } from 'vitest';
import { createSnapGesture, leadsTo, placeOf, settlesAt } from '#features/landing/snap-gesture.ts';

describe('where the window stands', () => {
  it.each([
    { top: 0, place: 'hero' },
    { top: 300, place: 'between' },
    { top: 900, place: 'portal' },
    { top: 901.6, place: 'portal' },
    { top: 980, place: 'inside' },
  ])('scrolled to $top px of a 900 px hero it is at: $place', ({ top, place }) => {
    expect(placeOf(top, 900, 900)).toBe(place);
  });

  it('a hero taller than the window scrolls like any page until its end is in sight', () => {
    expect([0, 100, 300].map((top) => placeOf(top, 600, 900))).toEqual(['inside', 'inside', 'hero']);
  });
});

describe('a movement', () => {
  it('snaps down from the hero and up from the beginning of the portal section', () => {
    expect(leadsTo(1, 'hero')).toBe('to-portal');
    expect(leadsTo(-1, 'portal')).toBe('to-hero');
  });
  it('is plain scrolling everywhere else', () => {
    expect([leadsTo(-1, 'hero'), leadsTo(1, 'portal'), leadsTo(1, 'inside'), leadsTo(-1, 'inside')]).toEqual(
      Array(4).fill('scroll'),
    );
  });
});

describe('a swipe', () => {
  it.each([
    { by: 50, reaction: 'hold' },
    { by: 51, reaction: 'to-portal' },
  ])('of $by px from the hero: $reaction', ({ by, reaction }) => {
    expect(createSnapGesture().swipe(by, 'hero', 0)).toBe(reaction);
  });
});

describe('the wheel', () => {
  it('snaps once its turn is longer than 50 px, however small its parts', () => {
    const gesture = createSnapGesture();
    expect([0, 20, 40, 60].map((now) => gesture.wheel(15, 'hero', now))).toEqual(['hold', 'hold', 'hold', 'to-portal']);
  });
  it('begins a new turn after a pause, and when it changes direction', () => {
    const gesture = createSnapGesture();
    expect(gesture.wheel(40, 'hero', 0)).toBe('hold');
    expect(gesture.wheel(40, 'hero', 300)).toBe('hold');
    expect(gesture.wheel(-40, 'between', 320)).toBe('hold');
  });
});

describe('a trackpad with inertia', () => {
  /** Wheel events of one turn, 16 ms apart, from `begun` on: each moves by 0.94 of the one before, as inertia does. */
  const turn = (begun: number, first: number, events: number) =>
    Array.from({ length: events }, (_, index) => ({ now: begun + index * 16, by: first * 0.94 ** index }));

  it.each([
    ['down from the hero', 40, 'hero', 'to-portal', 'portal'],
    ['up from the portals', -40, 'portal', 'to-hero', 'hero'],
    ['down from the hero into portals that leave more to scroll', 60, 'hero', 'to-portal', 'inside'],
  ] as const)('snaps once on its way %s, and its tail beyond the lock moves nothing', (_way, by, from, snap, then) => {
    const gesture = createSnapGesture();
    let place: 'hero' | 'portal' | 'inside' = from;
    const reactions = turn(0, by, 110).map(({ now, by }) => {
      const reaction = gesture.wheel(by, place, now);
      if (reaction === snap) place = then;
      return reaction;
    });
    expect(reactions.filter((one) => one !== 'hold')).toEqual([snap]);
  });
  it('scrolls tall portals up to their beginning and does not snap on to the hero', () => {
    const gesture = createSnapGesture();
    const reactions = turn(0, -60, 110).map(({ now, by }) => gesture.wheel(by, now < 160 ? 'inside' : 'portal', now));
    expect(new Set(reactions)).toEqual(new Set(['scroll', 'hold']));
    expect(gesture.wheel(-60, 'portal', 2200)).toBe('to-hero');
  });
  it('does not snap on either where one event led from within the portals to their beginning', () => {
    const gesture = createSnapGesture();
    expect(gesture.wheel(-60, 'inside', 0)).toBe('scroll');
    gesture.lock(16);
    const tail = turn(32, -60, 110).map(({ now, by }) => gesture.wheel(by, 'portal', now));
    expect(new Set(tail)).toEqual(new Set(['hold']));
  });
  it('is not turned back by the odd event against its way at its end', () => {
    const gesture = createSnapGesture();
    for (const { now, by } of turn(0, 40, 60)) gesture.wheel(by, now === 0 ? 'hero' : 'portal', now);
    expect([-1, 1, -1, 1].map((by, index) => gesture.wheel(by, 'portal', 960 + index * 16))).not.toContain('to-hero');
  });
  it('turns back by a turn the other way once the lock is over, and by what comes after a pause of 200 ms', () => {
    const gesture = createSnapGesture();
    for (const { now, by } of turn(0, 40, 60)) gesture.wheel(by, now < 32 ? 'hero' : 'portal', now);
    expect(gesture.wheel(-60, 'portal', 960)).toBe('to-hero');
    for (const { now, by } of turn(976, -40, 60)) gesture.wheel(by, 'hero', now);
    expect(gesture.wheel(-60, 'portal', 2200)).toBe('to-hero');
  });
});

describe('a window that came to rest between the two without a snap', () => {
  it.each([
    { top: 120, left: 'hero', to: 'portal' },
    { top: 50, left: 'hero', to: 'hero' },
    { top: 780, left: 'portal', to: 'hero' },
    { top: 850, left: 'portal', to: 'portal' },
    { top: 700, left: 'inside', to: 'portal' },
    { top: 3, left: undefined, to: 'portal' },
  ] as const)('$top px down, scrolled from $left, belongs to: $to', ({ top, left, to }) => {
    expect(settlesAt(top, left, 900)).toBe(to);
  });
});

describe('the lock', () => {
  it('ignores wheel and swipe for 800 ms after a snap, and no longer', () => {
    const gesture = createSnapGesture();
    expect(gesture.wheel(120, 'hero', 1000)).toBe('to-portal');
    expect(gesture.wheel(-120, 'portal', 1799)).toBe('hold');
    expect(gesture.swipe(-90, 'portal', 1799)).toBe('hold');
    expect(gesture.wheel(-120, 'portal', 2100)).toBe('to-hero');
  });
  it('keeps nothing for later of what it held', () => {
    const gesture = createSnapGesture();
    gesture.wheel(120, 'hero', 0);
    for (const now of [500, 600, 700]) expect(gesture.wheel(-40, 'portal', now)).toBe('hold');
    expect(gesture.wheel(-40, 'portal', 801)).toBe('hold');
    expect(gesture.wheel(-40, 'portal', 900)).toBe('to-hero');
  });
  it('holds plain scrolling too, so that the rest of a turn moves nothing', () => {
    const gesture = createSnapGesture();
    gesture.wheel(120, 'hero', 0);
    expect(gesture.wheel(120, 'portal', 200)).toBe('hold');
    expect(gesture.wheel(120, 'portal', 1000)).toBe('scroll');
  });
});
