import type { ListedAgent } from './agent-index.ts';

/** In rem: one line of a row, the space above and below its lines, and what stands beside them. */
const LINE = 1.375;
const AROUND = 1.125;
const BESIDE = 4.5;
/** How wide a letter is, in rem, generously: lines break between words, too. */
const LETTER = 0.6;
/** How wide the list ever is, in rem. */
const WIDEST = 44;
/** Nobody's name is longer than so many lines; one that is would make every row a page. */
const MOST_LINES = 5;

interface Screen {
  /** Pixels. */
  readonly width: number;
  /** Pixels of a rem: rows grow with the text. */
  readonly rem: number;
}

/**
 * How high every row of a list is, in pixels: as high as its longest texts need, wrapped, so that none is cut and the
 * list knows where each row is without asking the browser.
 */
export function rowHeight(agents: readonly ListedAgent[], { width, rem }: Screen): number {
  const perLine = (Math.min(width / rem, WIDEST) - BESIDE) / LETTER;
  const longest = { name: 0, where: 0, address: 0 };
  for (const { name, country, contact, address } of agents) {
    longest.name = Math.max(longest.name, name.length);
    longest.where = Math.max(longest.where, country.length + contact.length + 3);
    longest.address = Math.max(longest.address, address.length);
  }
  const lines = (length: number) => Math.min(MOST_LINES, Math.max(1, Math.ceil(length / perLine)));
  return rem * (AROUND + LINE * (lines(longest.name) + lines(longest.where) + lines(longest.address)));
}
