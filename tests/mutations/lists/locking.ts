import type { Mutation } from '../mutation.ts';

const idle = 'src/features/shared-computer/idle-watch.ts';
const faults = 'src/features/shared-computer/passphrase-faults.ts';
const key = 'src/features/shared-computer/lock-request.ts';
const vault = 'src/platform/encryption/vault.ts';
const watched = ['tests/features/shared-computer/idle-watch.test.ts'];
const judged = ['tests/features/shared-computer/passphrase-faults.test.ts'];
const guarded = ['tests/features/shared-computer/guard.test.tsx'];
const asked = ['tests/features/shared-computer/dialogs.test.tsx'];
const screened = ['tests/features/shared-computer/lock-screen.test.tsx'];

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
    rule: 'A shared computer that has slept stays open when a person looks at it',
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
  {
    rule: 'A page that is kept for the way back shows itself before it has looked whether it was locked',
    file: 'src/features/shared-computer/hide-while-kept.ts',
    find: "if (isReadable(vault.state()) && vault.state() !== 'locking')",
    replace: '',
    tests: guarded,
  },
  {
    rule: 'Escape takes away what lies over the page while everything is sealed',
    file: 'src/features/shared-computer/cover.tsx',
    find: 'onCancel={(event) => event.preventDefault()}',
    replace: '',
    tests: guarded,
  },
  {
    rule: 'Nothing says that not everything could be sealed once the dialog is closed',
    file: vault,
    find: 'isStopped.set(true);',
    replace: '',
    tests: asked,
  },
  {
    rule: 'Nothing says that what was cut short cannot go on after unlocking',
    file: vault,
    find: '.catch(onStopped)',
    replace: '.catch(() => {})',
    tests: screened,
  },
  {
    rule: 'That a passphrase is wrong is said once, however often it is',
    file: 'src/features/shared-computer/lock-screen.tsx',
    find: 'role="alert" key={said.tries}',
    replace: 'role="alert"',
    tests: screened,
  },
];
