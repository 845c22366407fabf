import type { SubmissionThunk } from '#features/submission/submission-services.ts';
import { createHolder } from '#platform/holder.ts';
import { lockNow } from './lock.ts';

/** The students whose changes would be lost by locking: while there are any, the person is asked (guard.tsx). */
export const unkept = createHolder<readonly string[]>([]);

/** Locks at once, or asks where something cannot be kept. */
export const lockByHand = (): SubmissionThunk<Promise<void>> => async (dispatch) =>
  unkept.set(await dispatch(lockNow()));
