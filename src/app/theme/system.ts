import { createSystem, defineConfig, defineGlobalStyles, type SystemContext } from '@chakra-ui/react/styled-system';
import { base } from './base.ts';
import { semanticTokens, tokens } from './tokens.ts';

/** A small reset and the page's own type. Each component has its own styles. */
const globalCss = defineGlobalStyles({
  '*, *::before, *::after': {
    boxSizing: 'border-box',
    margin: '0',
    padding: '0',
    border: '0 solid',
    _motionReduce: { animation: 'none !important', transition: 'none !important', scrollBehavior: 'auto !important' },
  },
  ':root': {
    colorScheme: 'light dark',
    // A hundredth of the window's height, now and at its smallest. Chrome before 108 has neither unit.
    '--dvh': '1vh',
    '--svh': '1vh',
    '@supports (height: 1svh)': { '--dvh': '1dvh', '--svh': '1svh' },
  },
  html: {
    textSizeAdjust: '100%',
    scrollPaddingBlock: '6rem',
    fontFamily: 'body',
    lineHeight: 'body',
    color: 'ink',
    background: 'paper',
    accentColor: 'accent',
    overflowWrap: 'break-word',
    _print: { background: 'white', fontSize: '11pt' },
  },
  body: { minHeight: 'calc(100 * var(--dvh))' },
  'h1, h2, h3': {
    fontSize: 'inherit',
    lineHeight: 'tight',
    fontWeight: 'bold',
    textWrap: 'balance',
    letterSpacing: '-0.015em',
  },
  'ul, ol': { listStyle: 'none' },
  svg: { display: 'block', flexShrink: '0' },
  'button, input, select, textarea': {
    font: 'inherit',
    color: 'inherit',
    background: 'transparent',
    borderRadius: '0',
  },
  'strong, b': { fontWeight: 'medium' },
  'code, pre': { fontFamily: 'mono', fontSize: '0.9375em' },
  'button, label, summary, select': { touchAction: 'manipulation', WebkitTapHighlightColor: 'transparent' },
  a: { color: 'accent', textUnderlineOffset: '0.2em' },
  ':focus-visible': { outline: '3px solid', outlineColor: 'accent', outlineOffset: '2px' },
  '[hidden]': { display: 'none !important' },
  '[tabindex="-1"]:focus': { outline: 'none' },
  '::selection': { background: 'accent', color: 'onFill' },
  '@page': { margin: '18mm' },
});

const created = createSystem(
  base,
  defineConfig({
    preflight: false,
    // If a rule comes into a cascade layer later, Chromium lays out the whole page again ("fonts changed"): the first
    // message of a form took twice as long. Our recipes are classes, which win over rules for elements.
    disableLayers: true,
    cssVarsPrefix: 'form',
    globalCss,
    theme: {
      keyframes: {
        rise: { from: { opacity: '0', transform: 'translateY(1rem)' } },
        drop: { from: { opacity: '0', transform: 'translateY(-0.5rem)' } },
      },
      breakpoints: { sm: '30rem', md: '48rem', lg: '64rem' },
      tokens,
      semanticTokens,
    },
  }),
);

/**
 * The product's own Chakra system: our tokens, and nothing of Chakra's theme. Dark mode follows the visitor's device;
 * print is always light. The first of Chakra's global styles is its reset, which is empty without preflight.
 */
export const system: SystemContext = { ...created, _global: created._global.slice(1) };
