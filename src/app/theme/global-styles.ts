import { defineGlobalStyles } from '@chakra-ui/react/styled-system';

/** A small reset and the page's own type. What a component looks like stands beside the component. */
export const globalCss = defineGlobalStyles({
  '*, *::before, *::after': {
    boxSizing: 'border-box',
    margin: '0',
    padding: '0',
    border: '0 solid',
    _motionReduce: { animation: 'none !important', transition: 'none !important', scrollBehavior: 'auto !important' },
  },
  ':root': { colorScheme: 'light dark' },
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
  body: { minHeight: '100dvh' },
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
