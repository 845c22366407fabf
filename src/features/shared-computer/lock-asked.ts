import { createListeners } from '#platform/holder.ts';

/** Called where a button asks to lock: what locks came with the guard, and not with every page that has the button. */
export const lockAsked = createListeners();
