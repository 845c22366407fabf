import type { Mutation } from '../mutation.ts';

const idle = 'src/features/shared-computer/idle-watch.ts';
const faults = 'src/features/shared-computer/passphrase-faults.ts';
const key = 'src/features/shared-computer/lock-key.ts';
const watched = ['tests/features/shared-computer/idle-watch.test.ts'];
const judged = ['tests/features/shared-computer/passphrase-faults.test.ts'];

/** When a shared computer locks, and which passphrase opens it. */
export const locking: readonly Mutation[] = [
  {
    rule: 'A shared computer locks itself after an hour',
    file: idle,
    find: 'LOCK_AFTER_MS = 10 *',
    replace: 'LOCK_AFTER_MS = 60 *',
    tests: watched,
  },
  {
    rule: 'A clock that was set back keeps a shared computer open',
    file: idle,
    find: 'Math.max(to.wall - from.wall, to.steady - from.steady)',
    replace: 'to.wall - from.wall',
    tests: watched,
  },
  {
    rule: 'A key after a sleep keeps a shared computer open',
    file: idle,
    find: 'if (signal.aborted || !look()) return;',
    replace: 'if (signal.aborted) return;',
    tests: watched,
  },
  {
    rule: 'A shared computer that has slept stays open when somebody looks at it',
    file: idle,
    find: 'whenSeenAgain(look, { signal });',
    replace: '',
    tests: watched,
  },
  {
    rule: 'Work in one tab does not keep the other tabs open',
    file: idle,
    find: 'others?.postMessage(null);',
    replace: '',
    tests: watched,
  },
  {
    rule: 'A passphrase of eleven characters is taken',
    file: faults,
    find: 'LEAST_CHARACTERS = 12',
    replace: 'LEAST_CHARACTERS = 11',
    tests: judged,
  },
  {
    rule: 'A passphrase that was typed wrong the second time is taken',
    file: faults,
    find: "typed('again') !== chosen &&",
    replace: 'false &&',
    tests: judged,
  },
  {
    rule: 'F2 alone locks the computer, in place of opening the list of students',
    file: key,
    find: "key === 'F2' && shiftKey &&",
    replace: "key === 'F2' &&",
    tests: judged,
  },
];
