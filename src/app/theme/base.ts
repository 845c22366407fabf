import { defineConditions, defineConfig } from '@chakra-ui/react/styled-system';

/** The kind of token that each CSS property takes. Every other property takes plain CSS values. */
const PROPERTIES = {
  colors: [
    ...['background', 'backgroundColor', 'color', 'fill', 'stroke', 'accentColor', 'caretColor', 'textDecorationColor'],
    ...['outlineColor', 'borderColor', 'borderTopColor', 'borderBottomColor', 'borderInlineStartColor'],
    ...['borderInlineEndColor', 'borderBlockColor', 'borderInlineColor'],
  ],
  spacing: [
    ...['padding', 'paddingTop', 'paddingBottom', 'paddingInline', 'paddingBlock', 'paddingInlineStart'],
    ...['paddingInlineEnd', 'margin', 'marginTop', 'marginBottom', 'marginInline', 'marginBlock', 'marginInlineStart'],
    ...['marginInlineEnd', 'gap', 'rowGap', 'columnGap', 'inset', 'top', 'bottom', 'insetInline', 'insetBlock'],
    ...['insetInlineStart', 'insetInlineEnd', 'scrollMarginTop', 'scrollMarginBlock'],
  ],
  sizes: ['width', 'height', 'minWidth', 'minHeight', 'maxWidth', 'maxHeight', 'flexBasis'],
  fonts: ['fontFamily'],
  fontSizes: ['fontSize'],
  fontWeights: ['fontWeight'],
  lineHeights: ['lineHeight'],
  radii: [
    ...['borderRadius', 'borderStartStartRadius', 'borderStartEndRadius', 'borderEndStartRadius', 'borderEndEndRadius'],
  ],
  shadows: ['boxShadow'],
  zIndex: ['zIndex'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

const CATEGORIES = Object.keys(PROPERTIES) as (keyof typeof PROPERTIES)[];

const SHORTHANDS: Readonly<Record<string, string>> = {
  background: 'bg',
  padding: 'p',
  paddingInline: 'px',
  paddingBlock: 'py',
};

/** For screen readers only. */
const SCREEN_READERS_ONLY = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
};

/**
 * A button that cannot be pressed, or that was pressed before the scripts were loaded and waits for them
 * (first-paint.ts).
 */
const DISABLED = ':disabled, [data-pressed]';

const conditions = defineConditions({
  hover: ['@media (hover: hover)', `&:hover:not(${DISABLED})`],
  focusVisible: '&:focus-visible',
  disabled: `&:is(${DISABLED})`,
  checked: '&:checked',
  open: '&[open]',
  before: '&::before',
  after: '&::after',
  placeholder: '&::placeholder',
  first: '&:first-child',
  last: '&:last-child',
  motionReduce: '@media (prefers-reduced-motion: reduce)',
  print: '@media print',
  dark: '@media screen and (prefers-color-scheme: dark)',
});

/**
 * The utilities and conditions of our recipes, instead of Chakra's whole base: 4 KiB less for every visitor.
 * `tests/features/theme/base.test.ts` fails if a recipe needs one that is missing here.
 */
export const base = defineConfig({
  conditions,
  utilities: {
    ...Object.fromEntries(
      CATEGORIES.flatMap((values) =>
        PROPERTIES[values].map((property) => [property, { values, shorthand: [SHORTHANDS[property] ?? []].flat() }]),
      ),
    ),
    srOnly: { transform: (on: boolean) => (on ? SCREEN_READERS_ONLY : {}) },
  },
});
