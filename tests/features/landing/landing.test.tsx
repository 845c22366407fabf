import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AgentTypes } from '#features/landing/agent-types.tsx';
import { Landing } from '#features/landing/landing.tsx';
import { renderThemed } from '../render.tsx';

const HERO_HEIGHT = 900;
const scrolled = vi.fn((top: number) => {
  Object.defineProperty(window, 'scrollY', { value: top, configurable: true });
});
/** The top of the screens that the page went to. */
const wentTo = () => scrolled.mock.calls.map(([top]) => top);

beforeEach(() => {
  vi.stubGlobal('innerHeight', HERO_HEIGHT);
  vi.stubGlobal('scrollTo', (_left: number, top: number) => scrolled(top));
  // Motion is reduced, so a snap is one step.
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(0, HERO_HEIGHT - window.scrollY),
  );
  scrolled(0);
  scrolled.mockClear();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the landing page', () => {
  it("has the hero's title, its invitation, and the prompt that leads to the portals", () => {
    renderThemed(<Landing onOpen={() => {}} />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Online Application Form');
    expect(screen.getByText('Choose your portal to continue')).toBeDefined();
    fireEvent.click(screen.getByText(/click or scroll/i));
    expect(scrolled).toHaveBeenLastCalledWith(HERO_HEIGHT);
    expect(document.activeElement?.localName).toBe('h2');
  });
  it.each([
    ['agent', 'Submit your application via agent'],
    ['student-form', 'Submit your application for Long Course programs'],
    ['short-form', 'Short application'],
  ])('leads to %s by "%s"', (view, text) => {
    const onOpen = vi.fn();
    renderThemed(<Landing onOpen={onOpen} />);
    fireEvent.click(screen.getByText(text));
    expect(onOpen.mock.calls).toEqual([[view]]);
    expect(screen.getByText(text).closest('[data-go]')?.getAttribute('data-go')).toBe(view);
  });
  it('shows demo mode and the applications of last time where it is given them, and the footer', () => {
    renderThemed(
      <Landing
        onOpen={() => {}}
        notice={<p>Demo mode: submissions go to simulated services</p>}
        drafts={<section aria-label="Your applications" />}
      />,
    );
    expect(screen.getByText('Demo mode: submissions go to simulated services')).toBeDefined();
    expect(screen.getByRole('region', { name: 'Your applications' })).toBeDefined();
    expect(screen.getByText(/© 2024/)).toBeDefined();
  });
});

describe('the keyboard', () => {
  it.each(['PageDown', 'ArrowDown', 'End', ' '])('goes from the hero to the portals with "%s"', (key) => {
    renderThemed(<Landing onOpen={() => {}} />);
    fireEvent.keyDown(document.body, { key });
    expect(wentTo()).toEqual([HERO_HEIGHT]);
  });
  it.each([{ key: 'PageUp' }, { key: 'ArrowUp' }, { key: 'Home' }, { key: ' ', shiftKey: true }])(
    'goes back to the hero with $key',
    (press) => {
      renderThemed(<Landing onOpen={() => {}} />);
      scrolled(HERO_HEIGHT);
      fireEvent.keyDown(document.body, press);
      expect(scrolled).toHaveBeenLastCalledWith(0);
    },
  );
  it('leaves Space to the button that has the focus', () => {
    renderThemed(<Landing onOpen={() => {}} />);
    fireEvent.keyDown(screen.getByRole('button', { name: /^Student/ }), { key: ' ' });
    expect(scrolled).not.toHaveBeenCalled();
  });
});

/** Moves the page's clock, which is stopped otherwise, to so many milliseconds. */
function stopClock() {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1000);
  return (now: number) => clock.mockReturnValue(1000 + now);
}
/** One event of the wheel. Returns whether the browser scrolls the page. */
const turnWheel = (deltaY: number) => fireEvent.wheel(window, { deltaY, cancelable: true });

describe('the wheel', () => {
  it('snaps, and is ignored for 800 ms, also within a section', () => {
    const at = stopClock();
    renderThemed(<Landing onOpen={() => {}} />);
    turnWheel(120);
    at(799);
    expect(turnWheel(-120)).toBe(false);
    at(300);
    expect(turnWheel(120)).toBe(false);
    expect(wentTo()).toEqual([HERO_HEIGHT]);
    at(1100);
    expect(turnWheel(120)).toBe(true);
    at(1400);
    turnWheel(-120);
    expect(wentTo()).toEqual([HERO_HEIGHT, 0]);
  });
  it.each([
    { by: 50, leads: [] },
    { by: 51, leads: [HERO_HEIGHT] },
  ])('turned by $by px leads to: $leads', ({ by, leads }) => {
    renderThemed(<Landing onOpen={() => {}} />);
    expect(turnWheel(by)).toBe(false);
    expect(wentTo()).toEqual(leads);
  });
  it('adds up the parts of one turn, but not of two', () => {
    const at = stopClock();
    renderThemed(<Landing onOpen={() => {}} />);
    for (const now of [0, 20, 500]) {
      at(now);
      turnWheel(20);
    }
    expect(wentTo()).toEqual([]);
    at(520);
    turnWheel(20);
    at(540);
    turnWheel(20);
    expect(wentTo()).toEqual([HERO_HEIGHT]);
  });
  it.each([
    ['down', 40, 0, [HERO_HEIGHT]],
    ['up', -40, HERO_HEIGHT, [0]],
  ])('snaps once in a flick %s of a trackpad, however long it lasts', (_way, first, from, leads) => {
    const at = stopClock();
    scrolled(from);
    scrolled.mockClear();
    renderThemed(<Landing onOpen={() => {}} />);
    for (let event = 0; event < 110; event += 1) {
      at(event * 16);
      expect(turnWheel(first * 0.94 ** event)).toBe(false);
    }
    expect(wentTo()).toEqual(leads);
  });
  it('scrolls a tall portal section up to its beginning, and on to the hero only by a separate turn', () => {
    const at = stopClock();
    scrolled(HERO_HEIGHT + 90);
    scrolled.mockClear();
    renderThemed(<Landing onOpen={() => {}} />);
    expect(turnWheel(-60)).toBe(true);
    scrolled(HERO_HEIGHT + 30);
    scrolled.mockClear();
    at(16);
    expect(turnWheel(-60)).toBe(false);
    at(32);
    expect(turnWheel(-60)).toBe(false);
    expect(wentTo()).toEqual([HERO_HEIGHT]);
    at(900);
    turnWheel(-60);
    expect(wentTo()).toEqual([HERO_HEIGHT, 0]);
  });
  it('scrolls a hero that is taller than the window until its end is in sight', () => {
    vi.stubGlobal('innerHeight', HERO_HEIGHT - 300);
    renderThemed(<Landing onOpen={() => {}} />);
    expect(turnWheel(120)).toBe(true);
  });
  it('leaves zooming to the browser', () => {
    renderThemed(<Landing onOpen={() => {}} />);
    const zoom = Object.defineProperty(new WheelEvent('wheel', { deltaY: 120 }), 'ctrlKey', { value: true });
    fireEvent(window, zoom);
    expect(scrolled).not.toHaveBeenCalled();
  });
  it('is left alone once the landing page is gone', () => {
    renderThemed(<Landing onOpen={() => {}} />).unmount();
    turnWheel(120);
    expect(scrolled).not.toHaveBeenCalled();
  });
});

describe('a finger', () => {
  const swipe = (by: number) => {
    fireEvent.touchStart(window, { touches: [{ clientY: 500 }] });
    fireEvent.touchMove(window, { touches: [{ clientY: 500 - by }] });
    fireEvent.touchEnd(window, { touches: [], changedTouches: [{ clientY: 500 - by }] });
  };
  it.each([
    { by: 50, leads: [] },
    { by: 51, leads: [HERO_HEIGHT] },
  ])('that goes up by $by px leads to: $leads', ({ by, leads }) => {
    renderThemed(<Landing onOpen={() => {}} />);
    swipe(by);
    expect(wentTo()).toEqual(leads);
  });
  it('snaps again 800 ms after a snap, and not before', () => {
    const at = stopClock();
    renderThemed(<Landing onOpen={() => {}} />);
    swipe(90);
    at(799);
    swipe(-90);
    expect(wentTo()).toEqual([HERO_HEIGHT]);
    at(800);
    swipe(-90);
    expect(wentTo()).toEqual([HERO_HEIGHT, 0]);
  });
});

describe('a window that comes to rest between the two screens', () => {
  it.each([
    { from: 0, at: 40, leads: [HERO_HEIGHT] },
    { from: 0, at: 600, leads: [HERO_HEIGHT] },
    { from: HERO_HEIGHT, at: HERO_HEIGHT - 40, leads: [0] },
    { from: HERO_HEIGHT, at: HERO_HEIGHT + 80, leads: [] },
  ])('continues the way it was moved, from $from to $at px: $leads', ({ from, at, leads }) => {
    vi.useFakeTimers();
    scrolled(from);
    renderThemed(<Landing onOpen={() => {}} />);
    scrolled(at);
    scrolled.mockClear();
    fireEvent.scroll(window);
    vi.advanceTimersByTime(159);
    expect(wentTo()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(wentTo()).toEqual(leads);
  });
  it('goes to the portals if the person scrolled before the page listened', () => {
    vi.useFakeTimers();
    scrolled(40);
    scrolled.mockClear();
    renderThemed(<Landing onOpen={() => {}} />);
    expect(wentTo()).toEqual([]);
    vi.advanceTimersByTime(160);
    expect(wentTo()).toEqual([HERO_HEIGHT]);
  });
  it.each([
    ['the browser alone takes it back: to the portals again', () => {}, HERO_HEIGHT],
    ['the person takes it back: to the hero', () => void fireEvent.pointerDown(window), 0],
  ])('after it was moved to the portals and %s', (_what, act, leads) => {
    vi.useFakeTimers();
    scrolled(40);
    renderThemed(<Landing onOpen={() => {}} />);
    vi.advanceTimersByTime(160);
    fireEvent.scroll(window);
    act();
    fireEvent.pointerUp(window);
    scrolled(120);
    scrolled.mockClear();
    fireEvent.scroll(window);
    vi.advanceTimersByTime(160);
    expect(wentTo()).toEqual([leads]);
  });
});

describe('the agent page', () => {
  it.each([
    ['Current Agent', 'Access new student application via agent', 'agent-student-form'],
    ['New Agent', 'Register as a new agent', 'new-agent'],
  ])('%s: "%s"', (title, text, view) => {
    const onOpen = vi.fn();
    renderThemed(<AgentTypes onOpen={onOpen} />);
    const card = screen.getByRole('button', { name: `${title} ${text}` });
    fireEvent.click(within(card).getByText(text));
    expect(onOpen.mock.calls).toEqual([[view]]);
  });
});
