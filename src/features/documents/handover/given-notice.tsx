import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { Button } from '#components/button.tsx';
import { Notice } from '#components/notice.tsx';
import type { GivenState } from '#features/drafts/draft-notes.ts';
import { goOnAnyway } from './givings.ts';
import { HandoverDialog, type HandoverDispatch } from './handover-dialog.tsx';
import { GIVEN_WORDS, WORDS } from './handover-words.ts';

interface GivenNoticeProps {
  readonly draftId: string;
  readonly state: GivenState;
}

/** Over the copy that stays: where the application is, and the two steps to go on here all the same. */
export function GivenNotice({ draftId, state }: GivenNoticeProps) {
  const dispatch = useDispatch<HandoverDispatch>();
  const [isShown, setIsShown] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const isOffered = state === 'offered';
  return (
    <>
      <Notice
        kind={isAsked ? 'warning' : 'info'}
        role="status"
        title={isOffered ? GIVEN_WORDS.offered : GIVEN_WORDS.taken}
        actions={
          isAsked ? (
            <>
              <Button size="sm" onClick={() => setIsAsked(false)}>
                {GIVEN_WORDS.leave}
              </Button>
              <Button size="sm" variant="quiet" onClick={() => void dispatch(goOnAnyway(draftId))}>
                {GIVEN_WORDS.goOnAnyway}
              </Button>
            </>
          ) : (
            <>
              {isOffered && (
                <Button size="sm" onClick={() => setIsShown(true)}>
                  {GIVEN_WORDS.show}
                </Button>
              )}
              <Button size="sm" variant="quiet" onClick={() => setIsAsked(true)}>
                {GIVEN_WORDS.goOn}
              </Button>
            </>
          )
        }
      >
        <p>{isAsked ? GIVEN_WORDS.goOnHint : isOffered ? GIVEN_WORDS.offeredHint : GIVEN_WORDS.takenHint}</p>
        {isAsked && isOffered && (
          <p>
            If you are online, cancel the link instead: press “{GIVEN_WORDS.show}”, then “{WORDS.withdraw}”.
          </p>
        )}
      </Notice>
      {isShown && <HandoverDialog draftId={draftId} onClose={() => setIsShown(false)} />}
    </>
  );
}
