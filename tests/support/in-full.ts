/** Whether everything is run that `npm test` has no time for: `npm run test:full`. */
export const IS_IN_FULL = process.env.TESTS === 'full';

/** All cases of a long table, or those that every run has time for. */
export const inFull = <Case>(cases: readonly Case[], everyRun: (all: readonly Case[]) => readonly Case[]) =>
  IS_IN_FULL ? cases : everyRun(cases);
