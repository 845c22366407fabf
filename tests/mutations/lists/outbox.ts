import type { Mutation } from '../mutation.ts';

/** Confirmed applications and their documents. */
export const outbox: readonly Mutation[] = [
  {
    rule: 'What was sent is not noted before the PUT leaves',
    file: 'src/features/submission/outbox/outbox-storage.ts',
    find: ', ...(sent && { sent }) }));',
    replace: ' }));\n  void sent;',
    test: 'features/submission/outbox/send-entry.test.ts',
  },
  {
    rule: 'What the PUT names is not written down before it is sent',
    file: 'src/features/submission/outbox/send-entry.ts',
    find: 'beforePut: (named, sent) => replaceEntry({ ...entry, references: named }, sent),',
    replace: 'beforePut: async () => true,',
    test: 'features/submission/outbox/send-entry.test.ts',
  },
  {
    rule: 'A PUT is sent although the entry was withdrawn since',
    file: 'src/features/submission/send-application.ts',
    find: 'const mayLeave = arrived.ok && (await (beforePut?.(references, noted) ?? true));',
    replace: 'if (arrived.ok) await beforePut?.(references, noted);\n    const mayLeave = arrived.ok;',
    test: 'features/submission/outbox/send-entry.test.ts',
  },
  {
    rule: 'A document attached after confirming goes along',
    file: 'src/features/documents/arrivals.ts',
    find: 'confirmed.flatMap((one) => toReference(one, documents)) };',
    replace: 'Object.keys(documents).flatMap((slot) => toReference({ slot, size: 0 }, documents)) };',
    test: 'features/submission/outbox/send-entry.test.ts',
  },
  {
    rule: 'The answers that were sent stay in the state of the page',
    file: 'src/features/submission/send-application.ts',
    find: 'dispatch(submissionEvents.accepted({ draftId, sent }));',
    replace: 'dispatch(submissionEvents.accepted({ draftId, sent: { ...sent, ...values } }));',
    test: 'features/submission/outbox/send-entry.test.ts',
  },
  {
    rule: 'The description of a new file is kept beside the bytes of the old one',
    file: 'src/features/documents/document-keeping.ts',
    find: '      await files.remove(draftId, slot).catch(() => {});\n    }\n    const latest',
    replace: '    }\n    const latest',
    test: 'features/documents/documents-engine.test.ts',
  },
  {
    rule: 'A document is written without its bytes',
    file: 'src/features/documents/document-files.ts',
    find: "for (const record of ready) await transaction.objectStore('files').put(record);",
    replace: '',
    test: 'features/documents/document-files.test.ts',
  },
  {
    rule: 'A photo is read before it is kept, so that a killed browser has lost it',
    file: 'src/features/documents/scan/scan-work.ts',
    find: 'await change([...items(), item], { unkept: keeping.hold(item.id, file) });',
    replace: 'set({ items: [...items(), item], unkept: keeping.hold(item.id, file) });',
    test: 'features/documents/scan/scan-work.test.ts',
  },
  {
    rule: 'A draft can be claimed before all of it has come',
    file: 'server/transfers/transfers.ts',
    find: "from: ['arrived'], to: 'fetching', claim: own",
    replace: "from: ['waiting', 'sending', 'arrived'], to: 'fetching', claim: own",
    test: 'server/transfers.test.ts',
  },
  {
    rule: 'A draft that arrives has the id that it had on the first device',
    file: 'src/features/documents/handover/received-draft.ts',
    find: 'const kept = { ...draft, id: draftId, revision: Math.max(1, draft.revision) };',
    replace: 'const kept = { ...draft, revision: Math.max(1, draft.revision) };',
    test: 'features/documents/handover/draft-receiver.test.ts',
  },
  {
    rule: 'A secret of one side does what the other may',
    file: 'server/transfers/transfers.ts',
    find: 'const secrets = transfer ? secretsOf(RIGHTS[transfer.kind]) : [];',
    replace: "const secrets = secretsOf(RIGHTS.draft) && (['reader', 'writer', 'claim'] as const);",
    test: 'server/transfers.test.ts',
  },
];
