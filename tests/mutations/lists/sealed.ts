import type { Mutation } from '../mutation.ts';

const tests = ['tests/features/platform/sealed/vault.test.ts'];
const locked = ['tests/features/shared-computer/lock.test.ts'];
const held = ['tests/features/shared-computer/unsaved-while-locked.test.ts'];
const followed = ['tests/features/shared-computer/follow-sharing.test.ts'];
const stuck = ['tests/features/platform/sealed/stuck-tab.test.ts'];

/** What lies on a shared computer (docs/decisions/0010-shared-computer.md). */
export const sealed: readonly Mutation[] = [
  {
    rule: 'A sealed record opens in the place of another',
    file: 'src/platform/encryption/records.ts',
    find: "const words = store === 'quarantine' ? [store, part] : [store, part, key];",
    replace: 'const words = [store, part];',
    tests,
  },
  {
    rule: 'The browser ends a transaction while a record of it is sealed or opened',
    file: 'src/platform/encryption/encrypting-transaction.ts',
    find: 'while (!isDone) await store.getKey(NO_KEY);',
    replace: '',
    tests,
  },
  {
    rule: 'What is personal in localStorage stays readable beside its seal',
    file: 'src/platform/personal-storage.ts',
    find: 'localStorage.setItem(SEALED + key, sealing.box.seal(key, value));\n      localStorage.removeItem(key);',
    replace: 'localStorage.setItem(SEALED + key, sealing.box.seal(key, value));',
    tests,
  },
  {
    rule: 'A page without the keys writes readable records on a shared computer',
    file: 'src/platform/database.ts',
    find: 'if (sealing === undefined) throw new DeviceLocked();',
    replace: '',
    tests,
  },
  {
    rule: 'Only localStorage says that a computer is shared',
    file: 'src/platform/encryption/vault.ts',
    find: '    await changeSharing(JSON.stringify(marker));\n  } catch (failure) {',
    replace: '  } catch (failure) {',
    tests,
  },
  {
    rule: 'Interrupted encryption never continues',
    file: 'src/platform/encryption/vault.ts',
    find: "if (state === 'sealing') await seal(keys, () => {});",
    replace: "if (state === 'sealing') return;",
    tests,
  },
  {
    rule: 'A tab that releases late shares a computer after the page said that it is not shared',
    file: 'src/platform/database.ts',
    find: "if (stage === 'given up') return takeBack(transaction);",
    replace: '',
    tests: stuck,
  },
  {
    rule: 'A slow disk shares a computer of which was said that it is not',
    file: 'src/platform/database.ts',
    find: "if (stage === 'begun') return closing;",
    replace: '',
    tests: stuck,
  },
  {
    rule: 'What is kept while a computer is about to be shared is encrypted with keys that no page has',
    file: 'src/platform/encryption/vault.ts',
    find: 'offer(keys, marker.state);',
    replace: 'hold(keys, marker.state);',
    tests: stuck,
  },
  {
    rule: 'A page that learns late that it is locked keeps in its memory what it showed',
    file: 'src/platform/encryption/keys-of-this-tab.ts',
    find: 'if (isKnownToNext && isReadable(vault.state())) leaveLocked();\n  else lockInPlace();',
    replace: 'lockInPlace();',
    tests,
  },
  {
    rule: 'A page that cannot note that it is locked is reloaded for ever',
    file: 'src/platform/encryption/keys-of-this-tab.ts',
    find: 'if (isKnownToNext && isReadable(vault.state())) leaveLocked();',
    replace: 'if (isReadable(vault.state())) leaveLocked();',
    tests,
  },
  {
    rule: 'A document that is being written is lost when the computer is locked',
    file: 'src/features/shared-computer/lock.ts',
    find: 'await whenWritten().catch(() => {});',
    replace: '',
    tests: locked,
  },
  {
    rule: 'A document that was just chosen is lost when the computer is locked',
    file: 'src/features/documents/documents-engine.ts',
    find: 'noteWriting(take(...given))',
    replace: 'take(...given)',
    tests: locked,
  },
  {
    rule: 'A document that nothing keeps is lost without a word when the computer is locked',
    file: 'src/features/shared-computer/lock.ts',
    find: 'documentsOf: services.documents?.unkept() ?? []',
    replace: 'documentsOf: []',
    tests: locked,
  },
  {
    rule: 'What a full device did not take at the first lock is lost at the second',
    file: 'src/features/shared-computer/unsaved-while-locked.ts',
    find: 'write([...held, ...drafts]);',
    replace: 'write(drafts);',
    tests: held,
  },
  {
    rule: 'A draft that another tab has gone on with is held for ever',
    file: 'src/features/shared-computer/unsaved-while-locked.ts',
    find: '(failure: unknown) => failure instanceof DraftOvertaken,',
    replace: '() => false,',
    tests: held,
  },
  {
    rule: 'The bytes of a document are sealed while the transaction waits',
    file: 'src/platform/database.ts',
    find: 'const ready = sealing ? await Promise.all(files.map((file) => sealing.sealAhead(file))) : files;',
    replace: 'const ready = files;',
    tests,
  },
  {
    rule: 'What was typed last in one tab is lost when another one is locked',
    file: 'src/features/shared-computer/follow-sharing.ts',
    find: 'whenLockedElsewhere(() => void dispatch(lockWithOtherTab()));',
    replace: '',
    tests: followed,
  },
  {
    rule: 'A locked tab asks for the passphrase that was entered in another one',
    file: 'src/platform/encryption/keys-of-this-tab.ts',
    find: "vault.state() === 'locked' && void keysFor(localMarker())",
    replace: '{}',
    tests: followed,
  },
  {
    rule: 'A page that is unlocked locks itself again, since another was locked before',
    file: 'src/platform/encryption/other-tabs.ts',
    find: 'known = lockMark();\n  const held',
    replace: 'const held',
    tests,
  },
];
