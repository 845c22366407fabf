import type { Mutation } from '../mutation.ts';
import { within } from '../within.ts';

/** A whole application that is sent to another device. */
export const handover: readonly Mutation[] = [
  ...within('server/transfers/transfers.ts', 'server/transfers.test.ts', {
    'A second device gets a draft that another one has claimed': ['if (now.claim !== own) throw used();', ''],
    'A draft can be claimed before all of it has come': [
      "from: ['arrived'], to: 'fetching', claim: own",
      "from: ['waiting', 'sending', 'arrived'], to: 'fetching', claim: own",
    ],
    'A draft that was withdrawn is given to the device that had claimed it': [
      "const isTaken = await this.#options.transfers.move(id, { from: HERE, to: 'taken' });",
      "const isTaken = await this.#options.transfers.move(id, { from: [...HERE, 'cancelled'], to: 'taken' });",
    ],
    'The bytes of a draft that was taken stay on the server': [
      'if (isTaken && uploadId !== null) await this.#remove(uploadId);',
      'void uploadId;',
    ],
    'The bytes of a draft that was withdrawn stay on the server': [
      'if (isCancelled && uploadId !== null) await this.#remove(uploadId);',
      'void [isCancelled, uploadId];',
    ],
    'The link to a draft opens it after its 24 hours': [
      'if (Date.parse(transfer.expiresAt) > this.#options.clock.now().getTime()) return transfer;',
      'if (Date.parse(transfer.expiresAt) > 0) return transfer;',
    ],
    'A secret of one side does what the other may': [
      'const secrets = transfer ? secretsOf(RIGHTS[transfer.kind]) : [];',
      "const secrets = secretsOf(RIGHTS.draft) && (['reader', 'writer', 'claim'] as const);",
    ],
    'A sealed draft may be of any size': [
      'if (piece.size > transfer.maxBytes) {',
      'if (piece.size > Number.MAX_SAFE_INTEGER) {',
    ],
    'A piece of another length than the first is taken for one of the same draft': [
      "if (upload.size !== piece.size) throw new AppError('MALFORMED_REQUEST', { detail: 'The length has changed.' });",
      '',
    ],
    'A piece of one phone continues the bytes of another one': [
      'const upload = known?.name === piece.attempt ? known : await this.#begin(transfer, piece);',
      'const upload = known ?? (await this.#begin(transfer, piece));',
    ],
  }),
  ...within('server/http/routes/transfers.ts', 'server/transfers.test.ts', {
    'The bytes of a document that is sent again are removed by those that it has replaced': [
      'keepsOthers: true',
      'keepsOthers: false',
    ],
  }),
  ...within('src/features/documents/transfer/send-content.ts', 'features/documents/transfer/send-content.test.ts', {
    'After a broken connection a document is sent from its start': [
      'const from: number = offset ?? (await calls.view(access)).bytes;',
      'const from: number = offset ?? 0;',
    ],
  }),
  ...within('src/features/documents/handover/taking.ts', 'features/documents/handover/taking.test.ts', {
    'A link is used up where the device has no room': [
      "if (!known && left !== undefined && left < bytes + AROUND_BYTES) return change({ step: 'no-room' });",
      'void [left, AROUND_BYTES];',
    ],
    'A device that opens a link again after a kill is another one to the server': [
      'const note = known ?? {',
      'const note = {',
    ],
    'A link that is withdrawn while its draft arrives leaves the draft on the disk': [
      'if (failure instanceof TransferFailure) await discardArriving(own.id, draftId).catch(() => {});',
      '',
    ],
  }),
  ...within('src/features/documents/handover/arriving-draft.ts', 'features/documents/handover/taking.test.ts', {
    'A draft that arrives has the id that it had on the first device': [
      'const kept = { ...draft, id: draftId, revision: Math.max(1, draft.revision) };',
      'const kept = { ...draft, revision: Math.max(1, draft.revision) };',
    ],
    'The 24 hours of a draft that arrives began on the other device': [
      'const settled = { ...draft, createdAt: now, changedAt: now };',
      'const settled = { ...draft };',
    ],
  }),
  ...within('src/features/documents/handover/parcel.ts', 'features/documents/handover/taking.test.ts', {
    'A draft of a later version of the page is opened by this one': [
      "if (numberIn(about, 'parcel') > VERSION || numberIn(fieldOf(about, 'draft'), 'schema') > DRAFT_SCHEMA) {",
      "if (numberIn(about, 'parcel') > VERSION || DRAFT_SCHEMA < 0) {",
    ],
    'A draft that is cut short is opened as far as it came': [
      "if (at !== all.size) throw new NoParcel('it is not whole');",
      '',
      'features/documents/handover/parcel.test.ts',
    ],
  }),
  ...within('src/features/documents/handover/giving.ts', 'features/documents/handover/giving.test.ts', {
    'A draft that was changed while it was sealed is given as it was': [
      "if (!isStill(parcel.draft)) return await fail('changed');",
      'void isStill;',
    ],
    'A draft is given where this device cannot note that it was': [
      "if (!noteGiven(note)) return await fail('not-noted');",
      'noteGiven(note);',
    ],
    'A browser that cannot seal offers to make a link': [
      "const begin = canSeal() ? 'asking' : 'cannot-seal';",
      "const begin: GivingStep = canSeal.length === 0 ? 'asking' : 'cannot-seal';",
      'features/documents/handover/handover-dialog.test.tsx',
      'features/documents/handover/giving.test.ts',
    ],
  }),
  ...within('src/features/documents/handover/givings.ts', 'features/documents/handover/watch-given.test.ts', {
    'A link that is not opened is asked for every 5 seconds for a day': [
      'Math.max(SHORTEST_WAIT_MS, age * SHARE_OF_AGE)',
      'Math.max(SHORTEST_WAIT_MS, Math.min(0, age * SHARE_OF_AGE))',
    ],
  }),
];
