/** Toasts of the agent form, in milliseconds: 4000 by default and for errors, 3000 for success (spec §9). */
export const ERROR_TOAST_MS = 4000;
export const SUCCESS_TOAST_MS = 3000;
