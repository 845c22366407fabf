import type { ComponentProps } from 'react';
import { styled } from './styled.ts';

export type StatusKind = 'idle' | 'info' | 'success' | 'warning' | 'error';

const Dot = styled('span', {
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
    '&[data-kind=info]::before': { bg: 'info' },
    '&[data-kind=success]::before': { bg: 'success' },
    '&[data-kind=warning]::before': { bg: 'warning' },
    '&[data-kind=error]': { color: 'error', _before: { bg: 'error' } },
  },
});

/** A dot and a few words about a state: `<StatusDot kind="success">Saved</StatusDot>`. The words carry the meaning. */
export function StatusDot({ kind = 'idle', ...props }: ComponentProps<'span'> & { readonly kind?: StatusKind }) {
  return <Dot data-kind={kind} {...props} />;
}
