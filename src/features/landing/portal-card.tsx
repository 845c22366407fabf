import { Icon } from '#components/icon.tsx';
import { styled } from '#components/styled.ts';
import type { LandingTarget } from '#platform/view-slice.ts';

/** Decorative drawings, one for each card, on a board of 64 units. */
const DRAWINGS = {
  /** A pair of compasses: an agent leads the line for you. */
  agent: 'M32 8v6M28 14h8v6h-8zM30 20L16 52M34 20l14 32M16 52l-1 5M48 52l1 5M22 40h20M16 54a34 34 0 0032 0',
  /** A set square and a pencil: your own drawing. */
  'student-form':
    'M10 54V12l42 42H10zM19 45V33l12 12H19zM36 12l12 12M42 6l12 12L34 38M36 12l6-6M10 48h4M10 42h4M10 36h4M10 30h4',
  /** A sheet that is signed off. */
  'agent-student-form': 'M14 8h26l10 10v38H14zM40 8v10h10M22 26h20M22 34h12M24 45l5 5 10-10',
  /** A sheet that is still to be filled. */
  'new-agent': 'M14 8h26l10 10v38H14zM40 8v10h10M22 26h20M32 34v14M25 41h14',
} as const;

type DrawingName = keyof typeof DRAWINGS;

function Drawing({ name }: { readonly name: DrawingName }) {
  return (
    <svg aria-hidden="true" focusable="false" viewBox="0 0 64 64" fill="none" data-part="drawing">
      <path d={DRAWINGS[name]} stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

/** Cards side by side if there is space, else below each other. */
export const CardGrid = styled('div', {
  base: {
    display: 'grid',
    gap: { base: '1.5', md: '3' },
    gridTemplateColumns: { md: 'repeat(2, minmax(0, 1fr))' },
    '& > div': { display: 'flex', flexDirection: 'column', gap: '0.5' },
    '& > div > button': { flex: '1' },
    '& > div > p': { fontSize: 'sm', color: 'inkSoft' },
  },
});

const Card = styled('button', {
  base: {
    display: { base: 'flex', md: 'grid' },
    flexWrap: 'wrap',
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
    // With very large letters, the words move below the drawing instead of breaking.
    '& [data-part=words]': { flex: '1 1 7rem', minWidth: '0' },
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
  /** Who it is for, below the card. */
  readonly note: string;
  readonly onOpen: (view: LandingTarget) => void;
}

/** One large button. `data-go` lets the page open the view before the scripts are loaded. */
export function PortalCard({ to, title, text, note, onOpen }: PortalCardProps) {
  const noteId = `${to}-for`;
  return (
    <div>
      <Card type="button" data-go={to} aria-describedby={noteId} onClick={() => onOpen(to)}>
        <Drawing name={to} />
        <span data-part="words">
          <strong>{title}</strong>
          <span>{text}</span>
        </span>
        <Icon name="arrow-right" size={24} />
      </Card>
      <p id={noteId}>{note}</p>
    </div>
  );
}
