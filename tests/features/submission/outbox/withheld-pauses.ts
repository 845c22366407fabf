import { withholdTimers } from '../../withheld-timers.ts';

/**
 * From now on no pause between attempts comes to its end: the first ones last one or two seconds, more or less, the limits
 * of requests at least five. The answer gets the length of each pause (ms) as it begins. An outbox cannot be stopped, and
 * one that pauses would send in its next attempt what another test leaves waiting.
 */
export const withholdPauses = (): readonly number[] => withholdTimers((ms) => ms > 500 && ms < 4000);
