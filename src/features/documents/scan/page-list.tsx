import { useRef } from 'react';
import { styled } from '#components/styled.ts';
import { isWaiting, type PageItem } from './kept-pages.ts';
import { PageCard } from './page-card.tsx';
import type { ScanState } from './scan-state.ts';
import { croppedWords, movedWords, removedWords, turnedWords } from './scan-words.ts';
import type { ScanWork } from './scan-work.ts';
import { useDrag } from './use-drag.ts';
import { WaitingCard } from './waiting-card.tsx';

const List = styled('ol', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
    gap: '1.5',
    listStyle: 'none',
  },
});

interface PageListProps {
  readonly work: ScanWork;
  readonly state: ScanState;
  readonly items: readonly PageItem[];
  readonly disabled: boolean;
  readonly onCrop: (id: string) => void;
  /** Says to screen readers what has happened. */
  readonly onSay: (words: string) => void;
}

/** The pages in their order. */
export function PageList({ work, state, items, disabled, onCrop, onSay }: PageListProps) {
  const list = useRef<HTMLOListElement>(null);
  const { drag, begin } = useDrag(list, (id, over) =>
    move(
      id,
      items.findIndex((item) => item.id === over),
    ),
  );
  const move = (id: string, to: number) => {
    work.move(id, to);
    onSay(movedWords(to, items.length));
  };
  return (
    <List ref={list}>
      {items.map((item, at) => (
        <li key={item.id}>
          {isWaiting(item) ? (
            <WaitingCard
              file={item}
              failure={state.failures.get(item.id)}
              disabled={disabled}
              onRetry={() => work.retry(item.id)}
              onRemove={() => void work.remove(item.id)}
            />
          ) : (
            <PageCard
              {...{ work, at, disabled }}
              page={item}
              count={items.length}
              isKept={!state.unkept.has(item.id)}
              drag={{ isDragged: drag?.id === item.id, isTarget: drag?.over === item.id && drag.id !== item.id }}
              onGrip={begin(item.id)}
              onMove={(to) => move(item.id, to)}
              onTurn={() => {
                work.turn(item.id);
                onSay(turnedWords(at));
              }}
              onCrop={() => onCrop(item.id)}
              onCropToSheet={(isCropped) => {
                work.crop(item.id, isCropped ? item.proposed : undefined);
                onSay(croppedWords(at, isCropped));
              }}
              onRemove={() => {
                void work.remove(item.id);
                onSay(removedWords(at));
              }}
            />
          )}
        </li>
      ))}
    </List>
  );
}
