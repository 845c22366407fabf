import { useId, useMemo, useRef } from 'react';
import { Button } from '#components/button.tsx';
import { Modal } from '#components/modal.tsx';
import { Skeleton } from '#components/skeleton.tsx';
import { styled } from '#components/styled.ts';
import { sameCorners, turnCorners, turnCornersBack, WHOLE } from './corners.ts';
import { CropPicture } from './crop-picture.tsx';
import type { KeptPage } from './kept-pages.ts';
import type { Corners } from './scan-page.ts';
import { WORDS } from './scan-words.ts';
import type { ScanWork } from './scan-work.ts';
import { useCorners } from './use-corners.ts';
import { usePreview } from './use-preview.ts';

const PICTURE_PX = 1000;
const PREVIEW_PX = 600;

const Body = styled('div', {
  base: {
    display: 'grid',
    gap: '2',
    '& [data-part=choices]': { display: 'flex', flexWrap: 'wrap', gap: '1', '& button': { minHeight: '2.75rem' } },
    '& [data-part=panes]': {
      display: 'grid',
      gap: '3',
      alignItems: 'start',
      // Corners at the edge of the picture have their halves beside it.
      px: '2',
      md: { gridTemplateColumns: 'minmax(0, 1.4fr) minmax(0, 1fr)' },
    },
    '& figure img': {
      display: 'block',
      maxWidth: '100%',
      maxHeight: 'calc(45 * var(--dvh))',
      marginInline: 'auto',
      borderWidth: '1px',
      borderColor: 'line',
    },
    '& figcaption': { fontSize: 'sm', color: 'inkSoft', marginBottom: '1' },
  },
});

interface CropDialogProps {
  readonly work: ScanWork;
  readonly page: KeptPage;
  /** From 0. */
  readonly at: number;
  readonly onClose: () => void;
}

/** Takes the sheet out of a photo by its four corners, and shows what becomes of it. */
export function CropDialog({ work, page, at, onClose }: CropDialogProps) {
  const hint = useId();
  const frame = useRef<HTMLDivElement>(null);
  const { turns, proposed } = page;
  const shown = (corners: Corners | undefined) => turnCorners(corners ?? WHOLE, turns);
  const { corners, setCorners, handle } = useCorners(
    frame,
    shown(page.corners ?? (page.isSeen ? undefined : proposed)),
  );
  const whole = useMemo(() => cropTo(page, undefined), [page]);
  const picture = usePreview(work, whole, PICTURE_PX);
  const chosen = useMemo(() => cropTo(page, turnCornersBack(corners, turns)), [page, corners, turns]);
  const preview = usePreview(work, chosen, PREVIEW_PX);
  const keep = () => {
    work.crop(page.id, chosen.corners);
    onClose();
  };
  return (
    <Modal
      open
      size="full"
      title={`${WORDS.crop} page ${at + 1}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{WORDS.cancel}</Button>
          <Button variant="primary" onClick={keep}>
            {WORDS.crop}
          </Button>
        </>
      }
    >
      <Body>
        <p id={hint}>{WORDS.cropHint}</p>
        <div data-part="choices">
          {proposed && (
            <Button size="sm" onClick={() => setCorners(shown(proposed))}>
              {WORDS.foundEdges}
            </Button>
          )}
          <Button size="sm" onClick={() => setCorners(WHOLE)}>
            {WORDS.wholePicture}
          </Button>
        </div>
        <div data-part="panes">
          {picture ? (
            <CropPicture describedBy={hint} {...{ frame, picture, corners, handle }} />
          ) : (
            <Skeleton label={WORDS.opening} rows={2} />
          )}
          <figure>
            <figcaption>{WORDS.cropPreview}</figcaption>
            {preview && <img src={preview} alt="" />}
          </figure>
        </div>
      </Body>
    </Modal>
  );
}

/** The page with these corners. The whole picture needs none. */
function cropTo(page: KeptPage, corners: Corners | undefined): KeptPage {
  const { corners: _before, ...rest } = page;
  return sameCorners(corners, undefined) ? rest : { ...rest, ...(corners && { corners }) };
}
