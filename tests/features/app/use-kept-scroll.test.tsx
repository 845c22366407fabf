import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useKeptScroll } from '#app/use-kept-scroll.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** The browser has scrolled to there. */
function scrolled(top: number): void {
  vi.stubGlobal('scrollY', top);
  window.dispatchEvent(new Event('scroll'));
}

test('each draft is shown again where it was left, however soon the page scrolls after a switch', () => {
  const scrollTo = vi.fn((_left: number, top: number) => scrolled(top));
  vi.stubGlobal('scrollTo', scrollTo);
  // The list of drafts is below what the window shows.
  const list = { current: Object.assign(document.createElement('div'), { getBoundingClientRect: () => farBelow }) };
  const { rerender } = renderHook(({ draft }) => useKeptScroll(draft, list), { initialProps: { draft: 'one' } });
  scrolled(300);
  rerender({ draft: 'two' });
  expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
  rerender({ draft: 'one' });
  expect(scrollTo).toHaveBeenLastCalledWith(0, 300);
});

const farBelow = new DOMRect(0, 100_000, 0, 0);
