import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../build/floor/check-floor.ts';
import { BUILD_TARGET, FLOOR } from '../../build/floor/floor.ts';
import type { Newer } from '../../build/floor/newer-than-floor.ts';
import config from '../../vite.config.ts';

const faultsIn = (text: string, known: readonly Newer[] = [], name = 'src/part.tsx') =>
  faultsOf(new Map([[name, text]]), known);

describe('the oldest supported browsers', () => {
  it('are those of the README, and the build writes for them', () => {
    const readme = readFileSync('README.md', 'utf8');
    for (const words of [
      `Safari ${FLOOR.safari}`,
      `Chrome and Edge ${FLOOR.chrome}`,
      `Firefox ${FLOOR.firefox}`,
      `Samsung Internet ${FLOOR.samsunginternet_android}`,
    ])
      expect(readme).toContain(words);
    expect(config).toMatchObject({ build: { target: BUILD_TARGET } });
    expect(BUILD_TARGET).toEqual(['chrome105', 'edge105', 'firefox115', 'safari16', 'ios16']);
  });
});

describe('the check against the oldest supported browsers', () => {
  it.each([
    ['a static method of a language object', 'Array.fromAsync([])', 'Array.fromAsync'],
    [
      'a static method that came with promises',
      'export const later = Promise.withResolvers();',
      'Promise.withResolvers',
    ],
    ['a method whose object is not named', 'export const inOrder = (list: number[]) => list.toSorted();', 'toSorted'],
    ['an optional call', 'export const one = (all: string[]) => all.toReversed?.();', 'toReversed'],
    ['a static method of the browser', 'export const limit = AbortSignal.any([]);', 'AbortSignal.any'],
    ['a partly supported method', 'export const limit = AbortSignal.timeout(1);', 'AbortSignal.timeout'],
    ['a method of an element', 'export const show = (box: HTMLElement) => box.showPopover();', 'showPopover'],
    ['a member of navigator', 'export const may = () => navigator.userActivation;', 'Navigator.userActivation'],
    ['a global', 'requestIdleCallback(() => {});', 'requestIdleCallback'],
    ['a global as a member of window', 'window.requestIdleCallback(() => {});', 'requestIdleCallback'],
    ['an attribute', 'export const Sheet = () => <div popover="manual" />;', 'popover'],
    ['a selector of a recipe', "styled('p', { base: { '&:has(:checked)': { color: 'red' } } })", 'selectors.has'],
    ['a selector in its own CSS', 'export const styles = css`p:has(a) { color: red }`;', 'selectors.has'],
    ['an at-rule', "styled('p', { base: { '@starting-style': { opacity: '0' } } })", 'starting-style'],
    ['a property', "styled('p', { base: { fieldSizing: 'content' } })", 'field-sizing'],
    ['a keyword', "styled('p', { base: { gridTemplateRows: 'subgrid' } })", 'grid-template-rows.subgrid'],
    ['a unit', "styled('p', { base: { height: '100dvh' } })", 'viewport_percentage_units_dynamic'],
    ['a function of CSS', "styled('p', { base: { color: 'light-dark(#000, #fff)' } })", 'light-dark'],
    ['a regular expression', 'export const name = /(?<=a)b/;', 'lookbehind_assertion'],
    ['a regular expression in words', "export const name = new RegExp('(?<!a)b');", 'lookbehind_assertion'],
  ])('refuses %s that one of them lacks, and reports where and which', (_what, code, feature) => {
    const faults = faultsIn(`\n${code}`);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(/^src\/part\.tsx:2 uses /);
    expect(faults[0]).toContain(feature);
    expect(faults[0]).toMatch(/missing or partial in .*(?:chrome|firefox|safari)/);
  });

  it.each([
    ['what all of them have', 'export const last = (list: string[]) => list.at(-1) ?? crypto.randomUUID();'],
    ['a member of our object', 'const list = { toSorted: () => [] };\nlist.toSorted();'],
    ['a type', 'export type Later = ReturnType<typeof Promise.withResolvers>;'],
    ['a variable that is named like a global', 'const requestIdleCallback = () => {};\nrequestIdleCallback();'],
  ])('takes %s', (_what, code) => {
    expect(faultsIn(code)).toEqual([]);
  });

  const known: Newer = { feature: 'api.Window.requestIdleCallback', where: ['src/part.tsx'], instead: 'A timer.' };

  it('accepts what is listed with a fallback, in the listed files only', () => {
    const code = 'requestIdleCallback(() => {});';
    expect(faultsIn(code, [known])).toEqual([]);
    expect(faultsIn(code, [known], 'src/other.tsx')).toContainEqual(expect.stringContaining('src/other.tsx:1'));
  });

  it('refuses an unused entry', () => {
    expect(faultsIn('export const none = 0;', [known])).toEqual([expect.stringContaining('which nothing uses there')]);
  });
});
