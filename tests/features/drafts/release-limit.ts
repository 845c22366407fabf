import { withholdTimers } from '../withheld-timers.ts';

/** The timeout of a tab that is asked to release a draft (`RELEASED_WITHIN_MS` in `drafts/tabs.ts`). */
const LIMIT_MS = 1000;

/** From now on drafts are only taken after their release: the timeout never ends, even on a slow machine. */
export const withholdReleaseLimit = (): void => void withholdTimers((ms) => ms === LIMIT_MS);
