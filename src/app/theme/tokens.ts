import { defineSemanticTokens, defineTokens } from '@chakra-ui/react/styled-system';
import { COLORS } from '#components/colors.ts';

/**
 * Spacing counts in units of 8 px: `2` is 16 px. The half unit is for elements that belong together, such as a label
 * and its help.
 */
const spacing = Object.fromEntries(
  [0, 0.5, 1, 1.5, 2, 3, 4, 5, 6, 8, 12, 16].map((units) => [String(units), { value: `${units / 2}rem` }]),
);

const sans = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif';
const mono = 'ui-monospace, "SF Mono", "Cascadia Mono", "Segoe UI Mono", "Roboto Mono", Menlo, monospace';

export const tokens = defineTokens({
  spacing,
  fonts: { body: { value: sans }, heading: { value: sans }, mono: { value: mono } },
  /** Five sizes, each 4:3 of the one before (the first step is halved, so that small print stays readable). */
  fontSizes: {
    sm: { value: '0.875rem' },
    md: { value: '1rem' },
    lg: { value: '1.3125rem' },
    xl: { value: '1.75rem' },
    '2xl': { value: 'clamp(2.3125rem, 1.5rem + 3.4vw, 4rem)' },
  },
  fontWeights: { normal: { value: '400' }, medium: { value: '600' }, bold: { value: '700' } },
  lineHeights: { tight: { value: '1.15' }, snug: { value: '1.35' }, body: { value: '1.55' } },
  radii: { corner: { value: '0.5rem' }, round: { value: '999px' } },
  /** Widths: a control's height, a form's column, a page. */
  sizes: { control: { value: '3rem' }, form: { value: '44rem' }, page: { value: '72rem' } },
  zIndex: { bar: { value: 10 }, sheet: { value: 15 }, toast: { value: 20 } },
});

export const semanticTokens = defineSemanticTokens({
  colors: Object.fromEntries(
    Object.entries(COLORS).map(([name, tone]) => [name, { value: { base: tone.light, _dark: tone.dark } }]),
  ),
  shadows: {
    raised: {
      value: {
        base: '0 1px 2px rgb(16 32 40 / 0.06), 0 8px 24px rgb(16 32 40 / 0.08)',
        _dark: '0 1px 2px rgb(0 0 0 / 0.4), 0 8px 24px rgb(0 0 0 / 0.32)',
      },
    },
  },
});
