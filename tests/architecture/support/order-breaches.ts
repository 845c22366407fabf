/** Imports against the order that still stand: only ever taken away from. */
export const BREACHES: readonly string[] = [];
