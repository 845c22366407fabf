import type { ReactNode } from 'react';
import { formatSize } from '#domain/format/size.ts';
import type { Elements } from '../elements.ts';
import { Icon } from '../icon.tsx';
import { styled } from '../styled.ts';

const Row = styled('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '1.5',
    rowGap: '1',
    '& > svg': { color: 'inkSoft', flexShrink: '0' },
    '& > [data-part=file]': { flex: '1 1 9rem', minWidth: '0' },
    '& [data-part=name]': { overflowWrap: 'anywhere', lineHeight: 'snug', fontWeight: 'medium' },
    '& [data-part=about]': { fontSize: 'sm', color: 'inkSoft', fontVariantNumeric: 'tabular-nums' },
    // The words of the buttons stand in line with the row's edges, wherever they are wrapped to.
    '& > [data-part=actions]': { display: 'flex', flexWrap: 'wrap', columnGap: '0.5', marginInline: '-1.5' },
    '& > [data-part=below]': {
      flexBasis: '100%',
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr)',
      gap: '1',
      '&:empty': { display: 'none' },
    },
  },
});

interface FileRowProps {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** In place of the drawing of a file. */
  readonly picture?: Elements;
  /** Beside the size: what happens to the file. */
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  /** Over the whole width: a progress bar, a message. */
  readonly children?: ReactNode;
}

/** One chosen file: name, size, state, actions. */
export function FileRow({ name, size, picture, about, actions, children }: FileRowProps) {
  return (
    <Row>
      {picture ?? <Icon name="file" size={24} />}
      <div data-part="file">
        <p data-part="name" translate="no">
          {name}
        </p>
        <p data-part="about">
          <span>{formatSize(size)}</span>
          {about && <span> · </span>}
          {about && <span>{about}</span>}
        </p>
      </div>
      {actions && <div data-part="actions">{actions}</div>}
      {children && <div data-part="below">{children}</div>}
    </Row>
  );
}
