import { useEffect, useState } from 'react';
import { Button } from '#components/button.tsx';
import { Notice } from '#components/notice.tsx';
import { styled } from '#components/styled.ts';
import { formatSize } from '#domain/format/size.ts';
import { roomLeft } from '#platform/free-space.ts';
import type { ScanState } from './scan-state.ts';
import { littleRoomWords, removedWords, WORDS } from './scan-words.ts';
import type { ScanWork } from './scan-work.ts';

/** Twenty pages as photos and as pages, and their PDF: less than that may not be enough. */
const WANTED_BYTES = 60 * 1024 * 1024;

const Removed = styled('p', {
  base: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
  },
});

interface ScanNoticesProps {
  readonly work: ScanWork;
  readonly state: ScanState;
  /** Why the PDF was not made, or was refused. */
  readonly problem: string | undefined;
  readonly disabled: boolean;
}

/** Notices for the person who makes a PDF. */
export function ScanNotices({ work, state, problem, disabled }: ScanNoticesProps) {
  const room = useRoom(state.items?.length ?? 0);
  const again = (act: () => void) => (
    <Button size="sm" onClick={act}>
      {WORDS.tryAgain}
    </Button>
  );
  return (
    <>
      {problem && (
        <Notice kind="error" role="alert" title={WORDS.notUsedTitle}>
          <p>{problem}</p>
        </Notice>
      )}
      {state.isLost && (
        <Notice kind="error" role="alert" title={WORDS.lostTitle} actions={again(() => void work.open())}>
          <p>{WORDS.lost}</p>
        </Notice>
      )}
      {state.isUnsaved && (
        <Notice kind="warning" role="alert" title={WORDS.notKeptTitle} actions={again(() => void work.save())}>
          <p>{WORDS.notKept}</p>
        </Notice>
      )}
      {!state.isUnsaved && room !== undefined && room < WANTED_BYTES && (
        <Notice kind="warning" role="status" title={WORDS.littleRoomTitle}>
          <p>{littleRoomWords(formatSize(room))}</p>
        </Notice>
      )}
      {state.removed && (
        <Removed data-part="removed">
          <span>{removedWords(state.removed.at)}</span>
          <Button size="sm" variant="quiet" disabled={disabled} onClick={work.undoRemove}>
            {WORDS.undo}
          </Button>
        </Removed>
      )}
    </>
  );
}

/** Checked again when pages are added or removed. */
function useRoom(count: number): number | undefined {
  const [room, setRoom] = useState<number>();
  useEffect(() => {
    if (count >= 0) void roomLeft().then(setRoom);
  }, [count]);
  return room;
}
