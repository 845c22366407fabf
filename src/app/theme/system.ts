import { createSystem, defineConfig, type SystemContext } from '@chakra-ui/react/styled-system';
import { base } from './base.ts';
import { globalCss } from './global-styles.ts';
import { semanticTokens, tokens } from './tokens.ts';

const created = createSystem(
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

/**
 * The product's own Chakra system: our tokens, and nothing of its ready-made theme.
 * Dark follows the visitor's device; paper that comes out of a printer is always light.
 *
 * The first of Chakra's global layers is its reset, empty without preflight. Rendered to HTML an empty layer has no
 * end and swallows the one behind it, so it is left out.
 */
export const system: SystemContext = { ...created, _global: created._global.slice(1) };
