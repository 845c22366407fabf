import type { Mutation } from '../mutation.ts';
import { within } from '../within.ts';

/** When a shared computer locks, and which passphrase opens it. */
export const locking: readonly Mutation[] = [
  ...within('src/features/shared-computer/idle-watch.ts', 'features/shared-computer/idle-watch.test.ts', {
    'A shared computer locks itself after an hour': ['LOCK_AFTER_MS = 10 *', 'LOCK_AFTER_MS = 60 *'],
    'A clock that was set back keeps a shared computer open': [
      'Math.max(to.wall - from.wall, to.steady - from.steady)',
      'to.wall - from.wall',
    ],
    'A key after a sleep keeps a shared computer open': [
      'if (signal.aborted || !look()) return;',
      'if (signal.aborted) return;',
    ],
    'A shared computer that has slept stays open when a person looks at it': ['whenSeenAgain(look, { signal });', ''],
    'Work in one tab does not keep the other tabs open': ['others?.postMessage(null);', ''],
  }),
  ...within('src/features/shared-computer/passphrase-faults.ts', 'features/shared-computer/passphrase-faults.test.ts', {
    'A passphrase of eleven characters is taken': ['LEAST_CHARACTERS = 12', 'LEAST_CHARACTERS = 11'],
    'A passphrase that was typed wrong the second time is taken': ["typed('again') !== chosen &&", 'false &&'],
  }),
  ...within('src/features/shared-computer/lock-request.ts', 'features/shared-computer/passphrase-faults.test.ts', {
    'F2 alone locks the computer, in place of opening the list of students': [
      "key === 'F2' && shiftKey &&",
      "key === 'F2' &&",
    ],
  }),
  ...within('src/features/shared-computer/hide-while-kept.ts', 'features/shared-computer/guard.test.tsx', {
    'A page that is kept for the way back shows itself before it has looked whether it was locked': [
      "if (isReadable(vault.state()) && vault.state() !== 'locking')",
      '',
    ],
  }),
  ...within('src/features/shared-computer/cover.tsx', 'features/shared-computer/guard.test.tsx', {
    'Escape takes away what lies over the page while everything is sealed': [
      'onCancel={(event) => event.preventDefault()}',
      '',
    ],
  }),
  ...within('src/platform/encryption/vault.ts', 'features/shared-computer/dialogs.test.tsx', {
    'Nothing says that not everything could be sealed once the dialog is closed': ['isStopped.set(true);', ''],
    'Nothing says that what was cut short cannot go on after unlocking': [
      '.catch(onStopped)',
      '.catch(() => {})',
      'features/shared-computer/lock-screen.test.tsx',
    ],
  }),
  ...within('src/features/shared-computer/lock-screen.tsx', 'features/shared-computer/lock-screen.test.tsx', {
    'That a passphrase is wrong is said once, however often it is': ['role="alert" key={said.tries}', 'role="alert"'],
  }),
];
