import { styled } from './styled.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

const Root = styled('div', {
  base: {
    display: 'grid',
    gap: '3',
    '& > i': {
      display: 'block',
      height: 'control',
      borderRadius: 'corner',
      bg: 'sunken',
      borderWidth: '1px',
      borderColor: 'line',
    },
  },
  variants: { shape: { controls: {}, lines: { gap: '1.5', '& > i': { height: '1rem' } } } },
});

interface SkeletonProps {
  /** What is on its way, said to screen readers: 'Loading agents...'. */
  readonly label: string;
  readonly rows?: number;
  readonly shape?: 'controls' | 'lines';
}

/** Keeps the room of what will stand here, so that nothing jumps when it comes. It stands still. */
export function Skeleton({ label, rows = 3, shape = 'controls' }: SkeletonProps) {
  return (
    <Root role="status" aria-busy="true" shape={shape}>
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((row) => (
        <i key={row} />
      ))}
    </Root>
  );
}
