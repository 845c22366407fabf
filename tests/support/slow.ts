/** The options of a test or a suite that only `npm run test:slow` runs; a whole file has `@module-tag slow` at its top. */
export const SLOW = { tags: 'slow' } as const;
