import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { styled } from './styled.ts';

const Root = styled('details', {
  base: {
    bg: 'surface',
    borderWidth: '1px',
    borderColor: 'line',
    borderRadius: 'corner',
    '& > summary': {
      display: 'flex',
      alignItems: 'center',
      gap: { base: '1', md: '2' },
      minHeight: '3.5rem',
      px: '2',
      py: '1',
      borderRadius: 'corner',
      cursor: 'pointer',
      listStyle: 'none',
      '&::-webkit-details-marker': { display: 'none' },
      _hover: { bg: 'accentSoft' },
      '& h3': { flex: '1', fontSize: 'md', lineHeight: 'snug' },
      '& > span': { fontSize: 'sm', color: 'inkSoft' },
      '& > svg': { color: 'inkSoft', transition: 'transform 180ms' },
    },
    '&[open] > summary > svg': { transform: 'rotate(180deg)' },
    '&[open] > summary': { borderEndStartRadius: '0', borderEndEndRadius: '0' },
    '& > div': { px: '2', paddingTop: '1', paddingBottom: '2' },
  },
});

interface PanelProps {
  readonly title: string;
  /** A few words on how things stand, at the right: '2 of 4 attached'. */
  readonly status?: ReactNode;
  readonly defaultOpen?: boolean;
  readonly children: ReactNode;
}

/** A part of the page that folds: the browser's own disclosure, open or closed by whoever reads. */
export function Panel({ title, status, defaultOpen = true, children }: PanelProps) {
  return (
    <Root open={defaultOpen}>
      <summary>
        <h3>{title}</h3>
        {status && <span>{status}</span>}
        <Icon name="chevron" />
      </summary>
      <div>{children}</div>
    </Root>
  );
}
