import { createSystem, defineConfig, type SystemContext } from '@chakra-ui/react/styled-system';
import { base } from './base.ts';
import { globalCss } from './global-styles.ts';
import { semanticTokens, tokens } from './tokens.ts';

const created = createSystem(
  base,
  defineConfig({
    preflight: false,
    // A rule that comes into a cascade layer later makes Chromium lay the whole page out anew ("fonts changed"): the
    // first message of a form took twice as long. Our recipes are classes, and stand above what is said of elements.
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
 * The product's own Chakra system: our tokens, and nothing of its ready-made theme.
 * Dark follows the visitor's device; paper that comes out of a printer is always light.
 * The first of Chakra's global styles is its reset, which is empty without preflight.
 */
export const system: SystemContext = { ...created, _global: created._global.slice(1) };
