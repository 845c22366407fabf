import { Notice } from '#components/notice.tsx';
import type { Standing } from './outbox-slice.ts';
import { keptUntil, standingWords } from './outbox-words.ts';

/** Where a confirmed application stands, and what becomes of it without anybody's hand. */
export function OutboxLine({ standing }: { readonly standing: Standing }) {
  return (
    <Notice kind="info" title={standingWords(standing)}>
      <p>
        Your application is kept on this device and sent by itself as soon as our server answers, while this page is
        open. If you close it, that goes on when you come back. It is kept until {keptUntil(standing.entry)}.
      </p>
    </Notice>
  );
}
