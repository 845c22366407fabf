import { styled } from './styled.ts';

/** Words for screen readers only. */
export const VisuallyHidden = styled('span', { base: { srOnly: true } });

const Lines = styled('div', {
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
});

interface SkeletonProps {
  /** What is on its way, said to screen readers: 'Loading agents...'. */
  readonly label: string;
  readonly rows?: number;
}

/** Reserves the room of content that is loading, so that nothing jumps when it arrives. It does not move. */
export function Skeleton({ label, rows = 3 }: SkeletonProps) {
  return (
    <Lines role="status" aria-busy="true">
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((row) => (
        <i key={row} />
      ))}
    </Lines>
  );
}
