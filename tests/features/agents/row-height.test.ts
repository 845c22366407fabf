import { expect, it } from 'vitest';
import { indexAgents } from '#features/agents/agent-index.ts';
import { rowHeight } from '#features/agents/row-height.ts';

const PHONE = { width: 320, rem: 16 };
const DESKTOP = { width: 1440, rem: 16 };
const SHORT = { name: 'Himal Study Centre', country: 'Nepal', contact: 'Sita Gurung', address: '14 New Road' };
const LONG = { ...SHORT, name: 'Annapurna International Education and Migration Services (Kathmandu Branch Office)' };
const heightOf = (agents: object[], screen = PHONE) =>
  rowHeight(indexAgents(agents as Parameters<typeof indexAgents>[0]), screen);

it('a row is three lines where every text fits one', () => {
  expect(heightOf([SHORT], DESKTOP)).toBe(84);
});
it('every row is as high as the longest name of the list needs at 320 pixels, so that none is cut', () => {
  expect(heightOf([SHORT, LONG])).toBe(heightOf([SHORT]) + 3 * 22);
});
it('rows grow with the size of the text', () => {
  expect(heightOf([SHORT], { width: 2880, rem: 32 })).toBe(168);
});
it('a name without end does not make a row a page', () => {
  expect(heightOf([{ ...SHORT, name: 'x'.repeat(5000) }])).toBeLessThan(250);
});
