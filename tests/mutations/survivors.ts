import type { Survivor } from './mutation.ts';

/** What no test of those that run here notices, each with the reason. */
export const SURVIVORS: readonly Survivor[] = [
  {
    rule: 'A stage that was interrupted counts as one that was never called',
    reason: 'tests/server/killed.test.ts holds it: it kills real processes for minutes, and so does not run here.',
  },
  {
    rule: 'What another node has written meanwhile is overwritten',
    reason: 'It takes two writers at one moment; the tests with two nodes on PostgreSQL meet them only by chance.',
  },
  {
    rule: 'A stopping server begins further stages',
    reason: 'The next start finishes what is left either way: only the time until the end would show it.',
  },
  {
    rule: 'The figures of a submission are read from the ledger before it is watched, and a change in between is missed',
    reason: 'It takes a write between the question to the ledger and its answer, where no test can place one yet.',
  },
  {
    rule: "What is reported of a file that was replaced is taken for the new one's",
    reason: 'The slice drops such an event as well, which has an entry and a test of its own: one of both is enough.',
  },
  {
    rule: 'An answer to a body that could not be read counts',
    reason: 'A body that breaks off ends its request, so that the simulated services never answer one.',
  },
];
