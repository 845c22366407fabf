import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AgentTypes } from '#features/landing/agent-types.tsx';
import { Landing } from '#features/landing/landing.tsx';
import { renderThemed } from '../render.tsx';

const HERO_HEIGHT = 900;
const scrolled = vi.fn((_x: number, top: number) => {
  Object.defineProperty(window, 'scrollY', { value: top, configurable: true });
});

beforeEach(() => {
  vi.stubGlobal('innerHeight', HERO_HEIGHT);
  vi.stubGlobal('scrollTo', scrolled);
  // Motion is reduced, so a snap is one step.
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(0, HERO_HEIGHT - window.scrollY),
  );
  scrolled(0, 0);
  scrolled.mockClear();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the landing page', () => {
  it("has the hero's title, its invitation, and the prompt that leads to the portals", () => {
    renderThemed(<Landing onOpen={() => {}} />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Online Application Form');
    expect(screen.getByText('Choose your portal to continue')).toBeDefined();
    fireEvent.click(screen.getByText(/click or scroll/i));
    expect(scrolled).toHaveBeenLastCalledWith(0, HERO_HEIGHT);
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
    expect(scrolled.mock.calls).toEqual([[0, HERO_HEIGHT]]);
  });
  it.each([{ key: 'PageUp' }, { key: 'ArrowUp' }, { key: 'Home' }, { key: ' ', shiftKey: true }])(
    'goes back to the hero with $key',
    (press) => {
      renderThemed(<Landing onOpen={() => {}} />);
      scrolled(0, HERO_HEIGHT);
      fireEvent.keyDown(document.body, press);
      expect(scrolled).toHaveBeenLastCalledWith(0, 0);
    },
  );
  it('leaves Space to the button that has the focus', () => {
    renderThemed(<Landing onOpen={() => {}} />);
    fireEvent.keyDown(screen.getByRole('button', { name: /^Student/ }), { key: ' ' });
    expect(scrolled).not.toHaveBeenCalled();
  });
});

describe('the wheel', () => {
  it('snaps, and is ignored for 800 ms', () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1000);
    renderThemed(<Landing onOpen={() => {}} />);
    fireEvent.wheel(window, { deltaY: 120 });
    expect(scrolled.mock.calls).toEqual([[0, HERO_HEIGHT]]);
    clock.mockReturnValue(1700);
    fireEvent.wheel(window, { deltaY: -120 });
    expect(scrolled).toHaveBeenCalledOnce();
    clock.mockReturnValue(2100);
    fireEvent.wheel(window, { deltaY: -120 });
    expect(scrolled).toHaveBeenLastCalledWith(0, 0);
  });
  it('leaves zooming to the browser', () => {
    renderThemed(<Landing onOpen={() => {}} />);
    const zoom = Object.defineProperty(new WheelEvent('wheel', { deltaY: 120 }), 'ctrlKey', { value: true });
    fireEvent(window, zoom);
    expect(scrolled).not.toHaveBeenCalled();
  });
  it('is left alone once the landing page is gone', () => {
    renderThemed(<Landing onOpen={() => {}} />).unmount();
    fireEvent.wheel(window, { deltaY: 120 });
    expect(scrolled).not.toHaveBeenCalled();
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
