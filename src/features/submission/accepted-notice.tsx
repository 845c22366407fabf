import { useEffect, useRef } from 'react';
import { Button } from '#components/button.tsx';
import { Notice } from '#components/notice.tsx';
import type { Submission } from '#domain/submission/submission.ts';

/** Whether the server delivers the rest without the applicant. */
export const goesOn = (submission: Submission | undefined): boolean =>
  submission?.status === 'processing' || submission?.retryAt !== undefined;

interface AcceptedNoticeProps {
  /** The server is delivering the rest by itself. */
  readonly goesOn: boolean;
  /** Where this stands beside the form: shows the progress again. */
  readonly onShow?: () => void;
}

/**
 * The outside has the application and something after that has not succeeded yet: it is in, and no other answer could
 * be sent. Beside the form it takes the focus, since it explains why the fields are locked.
 */
export function AcceptedNotice({ goesOn, onShow }: AcceptedNoticeProps) {
  const place = useRef<HTMLDivElement>(null);
  const isBesideForm = onShow !== undefined;
  useEffect(() => {
    if (isBesideForm) place.current?.focus();
  }, [isBesideForm]);
  const actions = onShow && (
    <Button size="sm" onClick={onShow}>
      Show progress
    </Button>
  );
  return (
    <div ref={place} tabIndex={isBesideForm ? -1 : undefined}>
      <Notice kind="info" title="Your application is in" actions={actions}>
        <p>We have it with the answers that you confirmed. They can no longer be changed here.</p>
        {goesOn ? (
          <p>The rest is being delivered, and we tell you when all of it has arrived.</p>
        ) : (
          <p>Something after that has not been delivered yet. Submit once more to repeat it; nothing is sent twice.</p>
        )}
      </Notice>
    </div>
  );
}
