import { createSystem, defineConfig } from '@chakra-ui/react/styled-system';
import { base } from './base.ts';
import { globalCss } from './global-styles.ts';
import { semanticTokens, tokens } from './tokens.ts';

/**
 * The product's own Chakra system: our tokens, and nothing of its ready-made theme.
 * Dark follows the visitor's device; paper that comes out of a printer is always light.
 */
export const system = createSystem(
  base,
  defineConfig({
    preflight: false,
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
