import { withholdTimers } from '../withheld-timers.ts';

/** How long a tab that is asked for a draft may take (`RELEASED_WITHIN_MS` in `drafts/tabs.ts`). */
const LIMIT_MS = 1000;

/** From now on a draft is given and never taken: the limit does not end, however long a slow machine writes. */
export const withholdLetGoLimit = (): void => void withholdTimers((ms) => ms === LIMIT_MS);
