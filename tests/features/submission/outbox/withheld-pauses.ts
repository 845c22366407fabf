import { withholdTimers } from '../../withheld-timers.ts';

/**
 * From now on no pause between attempts ends. The first pauses last one or two seconds, request timeouts at least five.
 * The returned list receives the length of each pause (ms) when it starts. An outbox cannot be stopped: after a pause
 * it would send the applications of another test.
 */
export const withholdPauses = (): readonly number[] => withholdTimers((ms) => ms > 500 && ms < 4000);
