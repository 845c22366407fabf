import { describe, expect, it } from 'vitest';
import { COLORS, type ColorName } from '#components/colors.ts';

type Mode = 'light' | 'dark';
const MODES: readonly Mode[] = ['light', 'dark'];

/** Relative luminance of `#rrggbb` (WCAG 2.2). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: ColorName, other: ColorName, mode: Mode): number {
  const [light = 0, dark = 0] = [luminance(COLORS[one][mode]), luminance(COLORS[other][mode])].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS: readonly ColorName[] = ['paper', 'surface', 'sunken'];
const TINTS: readonly ColorName[] = [
  'accentSoft',
  'highlightSoft',
  'successSoft',
  'warningSoft',
  'errorSoft',
  'infoSoft',
];
const pairs = (fronts: readonly ColorName[], backs: readonly ColorName[]) =>
  fronts.flatMap((front) => backs.map((back) => [front, back] as const));

const BODY_TEXT = [...pairs(['ink'], [...GROUNDS, ...TINTS]), ...pairs(['inkSoft'], ['paper', 'surface'])];

const WORDS = [
  ...pairs(['inkSoft'], ['sunken', 'accentSoft']),
  ...pairs(['accent', 'accentStrong', 'error', 'success', 'warning', 'info', 'highlight'], GROUNDS),
  ...pairs(['accent'], [...TINTS]),
  ...(['accent', 'highlight', 'success', 'warning', 'error', 'info'] as const).map(
    (tone) => [tone, `${tone}Soft`] as const,
  ),
  ...pairs(['onFill'], ['accent', 'accentStrong', 'success', 'successStrong', 'error', 'errorStrong']),
];

const MARKS = pairs(['lineStrong', 'accent', 'error', 'success', 'warning', 'info', 'highlight'], GROUNDS);

describe.each(MODES)('in the %s theme', (mode) => {
  it.each(BODY_TEXT)('body text in %s on %s has a contrast of at least 7 (AAA)', (front, back) => {
    expect(contrast(front, back, mode)).toBeGreaterThanOrEqual(7);
  });
  it.each(WORDS)('words in %s on %s have a contrast of at least 4.5 (AA)', (front, back) => {
    expect(contrast(front, back, mode)).toBeGreaterThanOrEqual(4.5);
  });
  it.each(MARKS)('borders, dots and drawings in %s on %s have a contrast of at least 3', (front, back) => {
    expect(contrast(front, back, mode)).toBeGreaterThanOrEqual(3);
  });
});
