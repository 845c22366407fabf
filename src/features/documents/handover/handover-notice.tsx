import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { Button } from '#components/button.tsx';
import { Notice } from '#components/notice.tsx';
import type { HandoverState } from '#features/drafts/draft-notes.ts';
import { HandoverDialog, type HandoverDispatch } from './handover-dialog.tsx';
import { HANDOVER_WORDS, WORDS } from './handover-words.ts';
import { continueAnyway } from './handovers.ts';

interface HandoverNoticeProps {
  readonly draftId: string;
  readonly state: HandoverState;
}

/** Above the copy that stays: says where the application is, and offers to continue here, with a warning first. */
export function HandoverNotice({ draftId, state }: HandoverNoticeProps) {
  const dispatch = useDispatch<HandoverDispatch>();
  const [isShown, setIsShown] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const isOffered = state === 'offered';
  return (
    <>
      <Notice
        kind={isAsked ? 'warning' : 'info'}
        role="status"
        title={isOffered ? HANDOVER_WORDS.offered : HANDOVER_WORDS.taken}
        actions={
          isAsked ? (
            <>
              <Button size="sm" onClick={() => setIsAsked(false)}>
                {HANDOVER_WORDS.leave}
              </Button>
              <Button size="sm" variant="quiet" onClick={() => void dispatch(continueAnyway(draftId))}>
                {HANDOVER_WORDS.continueAnyway}
              </Button>
            </>
          ) : (
            <>
              {isOffered && (
                <Button size="sm" onClick={() => setIsShown(true)}>
                  {HANDOVER_WORDS.show}
                </Button>
              )}
              <Button size="sm" variant="quiet" onClick={() => setIsAsked(true)}>
                {HANDOVER_WORDS.continueHere}
              </Button>
            </>
          )
        }
      >
        <p>
          {isAsked ? HANDOVER_WORDS.continueHint : isOffered ? HANDOVER_WORDS.offeredHint : HANDOVER_WORDS.takenHint}
        </p>
        {isAsked && isOffered && (
          <p>
            If you are online, cancel the link instead: press “{HANDOVER_WORDS.show}”, then “{WORDS.withdraw}”.
          </p>
        )}
      </Notice>
      {isShown && <HandoverDialog draftId={draftId} onClose={() => setIsShown(false)} />}
    </>
  );
}
