// @vitest-environment node
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COLORS } from '#components/colors.ts';

test('the window around the page has its colours, installed or not', () => {
  const { background_color, theme_color } = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8'));
  expect({ background_color, theme_color }).toEqual({
    background_color: COLORS.paper.light,
    theme_color: COLORS.accent.light,
  });
  const html = readFileSync('index.html', 'utf8');
  const frames = [...html.matchAll(/name="theme-color" content="(.*?)" media="\(prefers-color-scheme: (.*?)\)"/g)];
  expect(Object.fromEntries(frames.map(([, colour, mode]) => [mode, colour]))).toEqual(COLORS.paper);
});

test('the icon is drawn in the accent colour', () => {
  const drawn = [...readFileSync('public/logo.svg', 'utf8').matchAll(/<rect [^>]*fill="(.*?)"/g)];
  expect(drawn.map(([, colour]) => colour)).toEqual([COLORS.accent.light]);
});

test('no module defines its own colour', () => {
  const others = globSync('src/**/*.{ts,tsx}').filter((file) => file !== 'src/components/colors.ts');
  expect(others.length).toBeGreaterThan(150);
  expect(others.filter((file) => /#[0-9a-f]{3}(?:[0-9a-f]{3})?\b(?![\w/-])/i.test(readFileSync(file, 'utf8')))).toEqual(
    [],
  );
});
