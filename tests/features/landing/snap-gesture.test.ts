import { describe, expect, it } from 'vitest';
import { createSnapGesture, leadsTo, placeOf } from '#features/landing/snap-gesture.ts';

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

describe('the lock', () => {
  it('ignores wheel and swipe for 800 ms after a snap, and no longer', () => {
    const gesture = createSnapGesture();
    expect(gesture.wheel(120, 'hero', 1000)).toBe('to-portal');
    expect(gesture.wheel(-120, 'portal', 1799)).toBe('hold');
    expect(gesture.swipe(-90, 'portal', 1799)).toBe('hold');
    expect(gesture.wheel(-120, 'portal', 2100)).toBe('to-hero');
  });
  it('holds plain scrolling too, so that the rest of a turn moves nothing', () => {
    const gesture = createSnapGesture();
    gesture.wheel(120, 'hero', 0);
    expect(gesture.wheel(120, 'portal', 200)).toBe('hold');
    expect(gesture.wheel(120, 'portal', 1000)).toBe('scroll');
  });
});
