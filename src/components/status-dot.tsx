import { styled } from './styled.ts';

/** A dot and a few words about a state: `<StatusDot kind="success">Saved</StatusDot>`. The words carry the meaning. */
export const StatusDot = styled('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'baseline',
    gap: '1',
    fontSize: 'sm',
    color: 'inkSoft',
    _before: {
      content: '""',
      flexShrink: '0',
      width: '0.5rem',
      height: '0.5rem',
      borderRadius: 'round',
      bg: 'lineStrong',
    },
  },
  variants: {
    kind: {
      idle: {},
      info: { _before: { bg: 'info' } },
      success: { _before: { bg: 'success' } },
      warning: { _before: { bg: 'warning' } },
      error: { color: 'error', _before: { bg: 'error' } },
    },
  },
  defaultVariants: { kind: 'idle' },
});
