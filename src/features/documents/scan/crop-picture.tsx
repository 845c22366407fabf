import type { RefObject } from 'react';
import { styled } from '#components/styled.ts';
import type { Corners } from './scan-page.ts';
import { CORNER_NAMES, cornerWords } from './scan-words.ts';
import type { useCorners } from './use-corners.ts';

const Frame = styled('div', {
  base: {
    position: 'relative',
    width: 'fit-content',
    marginInline: 'auto',
    // A finger on the picture scrolls, on a corner it moves the corner.
    '& img': { display: 'block', maxWidth: '100%', maxHeight: 'calc(55 * var(--dvh))' },
    '& svg': { position: 'absolute', inset: '0', width: '100%', height: '100%', pointerEvents: 'none' },
    '& svg [data-part=veil]': { fill: 'veil' },
    '& svg [data-part=edge]': { fill: 'none', stroke: 'accent', strokeWidth: '2' },
    '& button': {
      position: 'absolute',
      width: '2.75rem',
      height: '2.75rem',
      margin: '-1.375rem',
      display: 'grid',
      placeItems: 'center',
      cursor: 'grab',
      touchAction: 'none',
      borderRadius: 'round',
      _before: {
        content: '""',
        width: '1.25rem',
        height: '1.25rem',
        borderRadius: 'round',
        borderWidth: '3px',
        borderColor: 'accent',
        bg: 'surface',
      },
    },
  },
});

interface CropPictureProps {
  readonly frame: RefObject<HTMLDivElement | null>;
  /** Address of the whole picture. */
  readonly picture: string;
  /** On the picture as it is shown. */
  readonly corners: Corners;
  readonly handle: ReturnType<typeof useCorners>['handle'];
  /** Of the words that say how corners are moved. */
  readonly describedBy: string;
}

/** The whole picture with four corners to be moved; what lies outside them is veiled. */
export function CropPicture({ frame, picture, corners, handle, describedBy }: CropPictureProps) {
  const path = `M${corners.map(({ x, y }) => `${x * 100} ${y * 100}`).join('L')}Z`;
  return (
    <Frame ref={frame}>
      <img src={picture} alt="" draggable={false} />
      <svg aria-hidden="true" viewBox="0 0 100 100" preserveAspectRatio="none">
        <path data-part="veil" fillRule="evenodd" d={`M0 0H100V100H0Z${path}`} />
        <path data-part="edge" vectorEffect="non-scaling-stroke" d={path} />
      </svg>
      {CORNER_NAMES.map((name, index) => (
        <button
          key={name}
          type="button"
          data-corner={name}
          aria-label={cornerWords(name, corners[index])}
          aria-describedby={describedBy}
          style={{ left: `${(corners[index]?.x ?? 0) * 100}%`, top: `${(corners[index]?.y ?? 0) * 100}%` }}
          {...handle(index)}
        />
      ))}
    </Frame>
  );
}
