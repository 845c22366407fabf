import type { Mutation } from '../mutation.ts';

/** Encryption on a shared computer. */
export const sharedComputer: readonly Mutation[] = [
  {
    rule: 'A sealed record opens in the place of another',
    file: 'src/platform/encryption/records.ts',
    find: "const words = store === 'quarantine' ? [store, part] : [store, part, key];",
    replace: 'const words = [store, part];',
    test: 'features/platform/sealed/vault.test.ts',
  },
  {
    rule: 'The browser ends a transaction while a record of it is sealed or opened',
    file: 'src/platform/encryption/encrypting-transaction.ts',
    find: 'while (!isDone) await store.getKey(NO_KEY);',
    replace: '',
    test: 'features/platform/sealed/vault.test.ts',
  },
  {
    rule: 'What is personal in localStorage stays readable beside its seal',
    file: 'src/platform/personal-storage.ts',
    find: 'localStorage.setItem(SEALED + key, sealing.box.seal(key, value));\n      localStorage.removeItem(key);',
    replace: 'localStorage.setItem(SEALED + key, sealing.box.seal(key, value));',
    test: 'features/platform/sealed/vault.test.ts',
  },
  {
    rule: 'The bytes of a document are sealed while the transaction waits',
    file: 'src/platform/database.ts',
    find: 'const ready = sealing ? await Promise.all(files.map((file) => sealing.sealAhead(file))) : files;',
    replace: 'const ready = files;',
    test: 'features/platform/sealed/vault.test.ts',
  },
  {
    rule: 'What is kept while a computer is about to be shared is encrypted with keys that no page has',
    file: 'src/platform/encryption/vault.ts',
    find: 'answerTabsWith(keys, marker.state);',
    replace: 'applyKeys(keys, marker.state);',
    test: 'features/platform/sealed/stuck-tab.test.ts',
  },
  {
    rule: 'A document that is being written is lost when the computer is locked',
    file: 'src/features/shared-computer/lock.ts',
    find: 'await whenWritten().catch(() => {});',
    replace: '',
    test: 'features/shared-computer/lock.test.ts',
  },
  {
    rule: 'What was typed last in one tab is lost when another one is locked',
    file: 'src/features/shared-computer/follow-sharing.ts',
    find: 'whenLockedElsewhere(() => void dispatch(lockWithOtherTab()));',
    replace: '',
    test: 'features/shared-computer/follow-sharing.test.ts',
  },
  {
    rule: 'What a full device did not take at the first lock is lost at the second',
    file: 'src/features/shared-computer/unsaved-while-locked.ts',
    find: 'write([...held, ...drafts]);',
    replace: 'write(drafts);',
    test: 'features/shared-computer/unsaved-while-locked.test.ts',
  },
];
