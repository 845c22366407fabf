import type { KeyboardEvent, PointerEvent } from 'react';
import { Button } from '#components/button.tsx';
import { VisuallyHidden } from '#components/skeleton.tsx';
import { styled } from '#components/styled.ts';
import { Glyph } from './glyph.tsx';
import type { KeptPage } from './kept-pages.ts';
import { placeByKey } from './page-order.ts';
import { WORDS } from './scan-words.ts';
import type { ScanWork } from './scan-work.ts';
import { usePreview } from './use-preview.ts';

/** Pixels of the longer side: sharp on a phone's screen at the size it has here. */
const THUMBNAIL_PX = 320;

export const Card = styled('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: '5rem minmax(0, 1fr) auto',
    columnGap: '1.5',
    rowGap: '0.5',
    alignItems: 'start',
    height: '100%',
    p: '1',
    borderWidth: '1px',
    borderColor: 'line',
    borderRadius: 'corner',
    bg: 'paper',
    '& button': { minWidth: '2.75rem', minHeight: '2.75rem' },
    '& > [data-part=picture]': {
      display: 'grid',
      placeItems: 'center',
      width: '5rem',
      height: '6.5rem',
      bg: 'sunken',
      borderWidth: '1px',
      borderColor: 'line',
      cursor: 'pointer',
      '& img': { display: 'block', maxWidth: '100%', maxHeight: '6.375rem' },
    },
    '& [data-part=about]': { fontSize: 'sm', color: 'inkSoft', overflowWrap: 'anywhere' },
    '& [data-part=warning]': { fontSize: 'sm', color: 'warning' },
    '& [data-part=error]': { fontSize: 'sm', color: 'error' },
    '& > [data-part=grip]': { cursor: 'grab', touchAction: 'none' },
    '& > [data-part=acts]': { gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap' },
    '& > [data-part=acts] button': { px: '1' },
    '&[data-dragged=true]': { opacity: '0.5', borderColor: 'accent' },
    '&[data-drop=true]': { outline: '2px solid', outlineColor: 'accent', outlineOffset: '2px' },
  },
});

interface PageCardProps {
  readonly work: ScanWork;
  readonly page: KeptPage;
  /** From 0, among `count`. */
  readonly at: number;
  readonly count: number;
  readonly isKept: boolean;
  readonly disabled: boolean;
  readonly drag: { readonly isDragged: boolean; readonly isTarget: boolean };
  readonly onGrip: (event: PointerEvent<HTMLElement>) => void;
  readonly onMove: (to: number) => void;
  readonly onTurn: () => void;
  readonly onCrop: () => void;
  /** Crops the page to the sheet that was found, or takes the crop back. */
  readonly onCropToSheet: (isCropped: boolean) => void;
  readonly onRemove: () => void;
}

/** One page: its picture, its place and its buttons. */
export function PageCard({ work, page, at, count, isKept, disabled, drag, onGrip, ...acts }: PageCardProps) {
  const picture = usePreview(work, page, THUMBNAIL_PX);
  const which = `page ${at + 1}`;
  const press = (event: KeyboardEvent) => {
    const to = placeByKey(event.key, at, count);
    if (to === undefined) return;
    event.preventDefault();
    acts.onMove(to);
  };
  const action = (words: string, act: () => void, glyph?: 'turn' | 'crop') => (
    <Button size="sm" variant="quiet" disabled={disabled} onClick={act}>
      {glyph && <Glyph name={glyph} />}
      <span>{words}</span>
      <VisuallyHidden>{` ${which}`}</VisuallyHidden>
    </Button>
  );
  return (
    <Card data-page={page.id} data-dragged={drag.isDragged} data-drop={drag.isTarget}>
      <button type="button" data-part="picture" disabled={disabled} onClick={acts.onCrop}>
        {picture && <img src={picture} alt="" draggable={false} />}
        <VisuallyHidden>{`Look at ${which}`}</VisuallyHidden>
      </button>
      <div>
        <p>
          <strong>{`Page ${at + 1}`}</strong>
        </p>
        <p data-part="about" translate="no">
          {page.name}
        </p>
        {page.isSigned && <p data-part="warning">{WORDS.losesSignature}</p>}
        {!isKept && <p data-part="warning">{WORDS.pageNotKept}</p>}
      </div>
      <Button
        size="sm"
        variant="quiet"
        data-part="grip"
        disabled={disabled}
        aria-label={`Move ${which} of ${count}, with arrow keys or by dragging`}
        onKeyDown={press}
        onPointerDown={onGrip}
      >
        <Glyph name="grip" />
      </Button>
      <div data-part="acts">
        {action('Turn', acts.onTurn, 'turn')}
        {action('Crop', acts.onCrop, 'crop')}
        {action('Remove', acts.onRemove)}
        {page.proposed &&
          action(page.corners ? WORDS.undoCrop : WORDS.cropAgain, () => acts.onCropToSheet(!page.corners))}
        <Button
          size="sm"
          variant="quiet"
          disabled={disabled}
          aria-label={`Move ${which} earlier`}
          onClick={() => acts.onMove(Math.max(0, at - 1))}
        >
          <Glyph name="earlier" />
        </Button>
        <Button
          size="sm"
          variant="quiet"
          disabled={disabled}
          aria-label={`Move ${which} later`}
          onClick={() => acts.onMove(Math.min(count - 1, at + 1))}
        >
          <Glyph name="later" />
        </Button>
      </div>
    </Card>
  );
}
