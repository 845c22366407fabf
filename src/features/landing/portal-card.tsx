import { Icon } from '#components/icon.tsx';
import { styled } from '#components/styled.ts';
import type { LandingTarget } from '#platform/view-slice.ts';
import { Drawing, type DrawingName } from './drawings.tsx';

/** Cards side by side where there is room, below each other where there is not. */
export const CardGrid = styled('div', {
  base: { display: 'grid', gap: { base: '1.5', md: '3' }, gridTemplateColumns: { md: 'repeat(2, minmax(0, 1fr))' } },
});

const Root = styled('button', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr) auto',
    alignItems: 'center',
    columnGap: '2',
    width: '100%',
    padding: { base: '2', md: '4' },
    textAlign: 'start',
    color: 'ink',
    bg: 'surface',
    borderWidth: '1px',
    borderColor: 'line',
    borderRadius: 'corner',
    boxShadow: 'raised',
    cursor: 'pointer',
    transition: 'border-color 120ms',
    _hover: {
      borderColor: 'accent',
      '& [data-part=drawing]': { bg: 'accent', color: 'onFill' },
      '& > svg': { color: 'accent' },
    },
    '& [data-part=drawing]': {
      width: { base: '3.5rem', md: '6rem' },
      height: { base: '3.5rem', md: '6rem' },
      padding: { base: '1', md: '2' },
      color: 'accent',
      bg: 'accentSoft',
      borderRadius: 'corner',
      transition: 'background-color 120ms, color 120ms',
    },
    '& [data-part=words]': { minWidth: '0' },
    '& strong': { display: 'block', fontSize: 'lg', fontWeight: 'bold', lineHeight: 'snug' },
    '& [data-part=words] > span': { display: 'block', lineHeight: 'snug', color: 'inkSoft' },
    '& > svg:last-child': { color: 'inkSoft', transition: 'color 120ms' },
    md: {
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      rowGap: '4',
      '& [data-part=drawing]': { gridColumn: '1 / -1' },
      '& > svg:last-child': { alignSelf: 'end' },
      '& strong': { fontSize: 'xl', marginBottom: '0.5' },
    },
  },
});

interface PortalCardProps {
  readonly to: LandingTarget & DrawingName;
  readonly title: string;
  readonly text: string;
  readonly onOpen: (view: LandingTarget) => void;
}

/** A way in: one large button. `data-go` lets the page open the view before the scripts are there. */
export function PortalCard({ to, title, text, onOpen }: PortalCardProps) {
  return (
    <Root type="button" data-go={to} onClick={() => onOpen(to)}>
      <Drawing name={to} />
      <span data-part="words">
        <strong>{title}</strong>
        <span>{text}</span>
      </span>
      <Icon name="arrow-right" size={24} />
    </Root>
  );
}
