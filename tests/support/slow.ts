/** The options of a test or suite that only `npm run test:slow` runs. A slow file has `@module-tag slow` at its top. */
export const SLOW = { tags: 'slow' } as const;
