import type { Survivor } from './mutation.ts';

/** What no test of those that run here notices, each with the reason. */
export const SURVIVORS: readonly Survivor[] = [
  {
    rule: 'The figures of a submission are read from the ledger before it is watched, and a change in between is missed',
    reason: 'It takes a write between the question to the ledger and its answer, where no test can place one yet.',
  },
  {
    rule: "What is reported of a file that was replaced is taken for the new one's",
    reason: 'The slice drops such an event as well, which has its own entry and test: one of both is enough.',
  },
  {
    rule: 'A call that was given up leaves all the same',
    reason:
      'A call with a body has its own check. One without leaves late only after it waited for a connection, which no test arranges yet.',
  },
  {
    rule: 'An answer to a body that could not be read counts',
    reason: 'A body that breaks off ends its request, so that the simulated services never answer one.',
  },
  {
    rule: 'What is typed into a page shown again after a day is removed, since the disk has the draft as too old',
    reason:
      'A tab whose lock is in force keeps its draft from being removed, which has its own entry: only a browser without Web Locks comes here, and no such browser is simulated.',
  },
];
