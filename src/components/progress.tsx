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
    // A contrast theme takes backgrounds away, and leaves borders.
    '@media (forced-colors: active)': { _before: { border: '0.25rem solid CanvasText' } },
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

const Bar = styled('progress', {
  base: {
    appearance: 'none',
    display: 'block',
    width: '100%',
    height: '0.5rem',
    borderRadius: 'round',
    overflow: 'hidden',
    bg: 'line',
    '&::-webkit-progress-bar': { bg: 'line' },
    '&::-webkit-progress-value': { bg: 'accent', borderRadius: 'round', transition: 'inline-size 180ms' },
    '&::-moz-progress-bar': { bg: 'accent', borderRadius: 'round' },
    '@media (forced-colors: active)': {
      forcedColorAdjust: 'none',
      border: '1px solid CanvasText',
      bg: 'Canvas',
      '&::-webkit-progress-bar': { bg: 'Canvas' },
      '&::-webkit-progress-value': { bg: 'CanvasText' },
      '&::-moz-progress-bar': { bg: 'CanvasText' },
    },
  },
  variants: { size: { md: {}, sm: { height: '0.25rem' } } },
});

interface ProgressBarProps {
  /** The accessible name: 'Step 2 of 4', 'Uploading passport.pdf'. */
  readonly label: string;
  /** How much is done, from 0 to `max`; left out if unknown. */
  readonly value?: number | undefined;
  readonly max?: number;
  readonly size?: 'md' | 'sm';
}

/** The browser's own progress element: its width needs no style attribute, which the content policy would refuse. */
export function ProgressBar({ label, value, max = 100, size = 'md' }: ProgressBarProps) {
  return <Bar aria-label={label} max={max} size={size} {...(value !== undefined && { value })} />;
}
