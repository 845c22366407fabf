import type { Mutation } from '../mutation.ts';
import { within } from '../within.ts';

/** What lies on a shared computer (docs/decisions/0010-shared-computer.md). */
export const sealed: readonly Mutation[] = [
  ...within('src/platform/encryption/records.ts', 'features/platform/sealed/vault.test.ts', {
    'A sealed record opens in the place of another': [
      "const words = store === 'quarantine' ? [store, part] : [store, part, key];",
      'const words = [store, part];',
    ],
  }),
  ...within('src/platform/encryption/encrypting-transaction.ts', 'features/platform/sealed/vault.test.ts', {
    'The browser ends a transaction while a record of it is sealed or opened': [
      'while (!isDone) await store.getKey(NO_KEY);',
      '',
    ],
  }),
  ...within('src/platform/personal-storage.ts', 'features/platform/sealed/vault.test.ts', {
    'What is personal in localStorage stays readable beside its seal': [
      'localStorage.setItem(SEALED + key, sealing.box.seal(key, value));\n      localStorage.removeItem(key);',
      'localStorage.setItem(SEALED + key, sealing.box.seal(key, value));',
    ],
  }),
  ...within('src/platform/database.ts', 'features/platform/sealed/vault.test.ts', {
    'A page without the keys writes readable records on a shared computer': [
      'if (sealing === undefined) throw new DeviceLocked();',
      '',
    ],
    'A tab that releases late shares a computer after the page said that it is not shared': [
      "if (stage === 'given up') return takeBack(transaction);",
      '',
      'features/platform/sealed/stuck-tab.test.ts',
    ],
    'A slow disk shares a computer of which was said that it is not': [
      "if (stage === 'begun') return closing;",
      '',
      'features/platform/sealed/stuck-tab.test.ts',
    ],
    'The bytes of a document are sealed while the transaction waits': [
      'const ready = sealing ? await Promise.all(files.map((file) => sealing.sealAhead(file))) : files;',
      'const ready = files;',
    ],
  }),
  ...within('src/platform/encryption/vault.ts', 'features/platform/sealed/vault.test.ts', {
    'Only localStorage says that a computer is shared': [
      '    await changeSharing(JSON.stringify(marker));\n  } catch (failure) {',
      '  } catch (failure) {',
    ],
    'Interrupted encryption never continues': [
      "if (state === 'sealing') await seal(keys, () => {});",
      "if (state === 'sealing') return;",
    ],
    'What is kept while a computer is about to be shared is encrypted with keys that no page has': [
      'offer(keys, marker.state);',
      'hold(keys, marker.state);',
      'features/platform/sealed/stuck-tab.test.ts',
    ],
  }),
  ...within('src/platform/encryption/keys-of-this-tab.ts', 'features/platform/sealed/vault.test.ts', {
    'A page that learns late that it is locked keeps in its memory what it showed': [
      'if (isKnownToNext && isReadable(vault.state())) leaveLocked();\n  else lockInPlace();',
      'lockInPlace();',
    ],
    'A page that cannot note that it is locked is reloaded for ever': [
      'if (isKnownToNext && isReadable(vault.state())) leaveLocked();',
      'if (isReadable(vault.state())) leaveLocked();',
    ],
    'A locked tab asks for the passphrase that was entered in another one': [
      "vault.state() === 'locked' && void keysFor(localMarker())",
      '{}',
      'features/shared-computer/follow-sharing.test.ts',
    ],
  }),
  ...within('src/features/shared-computer/lock.ts', 'features/shared-computer/lock.test.ts', {
    'A document that is being written is lost when the computer is locked': [
      'await whenWritten().catch(() => {});',
      '',
    ],
    'A document that nothing keeps is lost without a word when the computer is locked': [
      'documentsOf: services.documents?.unkept() ?? []',
      'documentsOf: []',
    ],
  }),
  ...within('src/features/documents/documents-engine.ts', 'features/shared-computer/lock.test.ts', {
    'A document that was just chosen is lost when the computer is locked': [
      'noteWriting(take(...given))',
      'take(...given)',
    ],
  }),
  ...within(
    'src/features/shared-computer/unsaved-while-locked.ts',
    'features/shared-computer/unsaved-while-locked.test.ts',
    {
      'What a full device did not take at the first lock is lost at the second': [
        'write([...held, ...drafts]);',
        'write(drafts);',
      ],
      'A draft that another tab has gone on with is held for ever': [
        '(failure: unknown) => failure instanceof DraftOvertaken,',
        '() => false,',
      ],
    },
  ),
  ...within('src/features/shared-computer/follow-sharing.ts', 'features/shared-computer/follow-sharing.test.ts', {
    'What was typed last in one tab is lost when another one is locked': [
      'whenLockedElsewhere(() => void dispatch(lockWithOtherTab()));',
      '',
    ],
  }),
  ...within('src/platform/encryption/other-tabs.ts', 'features/platform/sealed/vault.test.ts', {
    'A page that is unlocked locks itself again, since another was locked before': [
      'known = lockMark();\n  const held',
      'const held',
    ],
  }),
];
