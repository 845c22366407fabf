import type { Mutation } from '../mutation.ts';

const tests = (...files: readonly string[]) => files.map((file) => `tests/features/documents/handover/${file}`);
const server = ['tests/server/transfers.test.ts'];
const transfers = 'server/transfers/transfers.ts';
const sendContent = 'src/features/documents/transfer/send-content.ts';
const taking = 'src/features/documents/handover/taking.ts';
const giving = 'src/features/documents/handover/giving.ts';
const givings = 'src/features/documents/handover/givings.ts';
const parcel = 'src/features/documents/handover/parcel.ts';
const arriving = 'src/features/documents/handover/arriving-draft.ts';

/** A whole application that is sent to another device. */
export const handover: readonly Mutation[] = [
  {
    rule: 'A second device gets a draft that another one has claimed',
    file: transfers,
    find: 'if (now.claim !== own) throw used();',
    replace: '',
    tests: server,
  },
  {
    rule: 'A draft can be claimed before all of it has come',
    file: transfers,
    find: "from: ['arrived'], to: 'fetching', claim: own",
    replace: "from: ['waiting', 'sending', 'arrived'], to: 'fetching', claim: own",
    tests: server,
  },
  {
    rule: 'A draft that was withdrawn is given to the device that had claimed it',
    file: transfers,
    find: "const isTaken = await this.#options.transfers.move(id, { from: HERE, to: 'taken' });",
    replace: "const isTaken = await this.#options.transfers.move(id, { from: [...HERE, 'cancelled'], to: 'taken' });",
    tests: server,
  },
  {
    rule: 'The bytes of a draft that was taken stay on the server',
    file: transfers,
    find: 'if (isTaken && uploadId !== null) await this.#remove(uploadId);',
    replace: 'void uploadId;',
    tests: server,
  },
  {
    rule: 'The bytes of a draft that was withdrawn stay on the server',
    file: transfers,
    find: 'if (isCancelled && uploadId !== null) await this.#remove(uploadId);',
    replace: 'void [isCancelled, uploadId];',
    tests: server,
  },
  {
    rule: 'The bytes of a document that is sent again are removed by those that it has replaced',
    file: 'server/http/routes/transfers.ts',
    find: 'keepsOthers: true',
    replace: 'keepsOthers: false',
    tests: server,
  },
  {
    rule: 'The link to a draft opens it after its 24 hours',
    file: transfers,
    find: 'if (Date.parse(transfer.expiresAt) > this.#options.clock.now().getTime()) return transfer;',
    replace: 'if (Date.parse(transfer.expiresAt) > 0) return transfer;',
    tests: server,
  },
  {
    rule: 'A secret of one side does what the other may',
    file: transfers,
    find: 'const secrets = transfer ? secretsOf(RIGHTS[transfer.kind]) : [];',
    replace: "const secrets = secretsOf(RIGHTS.draft) && (['reader', 'writer', 'claim'] as const);",
    tests: server,
  },
  {
    rule: 'A sealed draft may be of any size',
    file: transfers,
    find: 'if (piece.size > transfer.maxBytes) {',
    replace: 'if (piece.size > Number.MAX_SAFE_INTEGER) {',
    tests: server,
  },
  {
    rule: 'A piece of another length than the first is taken for one of the same draft',
    file: transfers,
    find: "if (upload.size !== piece.size) throw new AppError('MALFORMED_REQUEST', { detail: 'The length has changed.' });",
    replace: '',
    tests: server,
  },
  {
    rule: 'A piece of one phone continues the bytes of another one',
    file: transfers,
    find: 'const upload = known?.name === piece.attempt ? known : await this.#begin(transfer, piece);',
    replace: 'const upload = known ?? (await this.#begin(transfer, piece));',
    tests: server,
  },
  {
    rule: 'After a broken connection a document is sent from its start',
    file: sendContent,
    find: 'const from: number = offset ?? (await calls.view(access)).bytes;',
    replace: 'const from: number = offset ?? 0;',
    tests: ['tests/features/documents/transfer/send-content.test.ts'],
  },
  {
    rule: 'A link is used up where the device has no room',
    file: taking,
    find: "if (!known && left !== undefined && left < bytes + AROUND_BYTES) return change({ step: 'no-room' });",
    replace: 'void [left, AROUND_BYTES];',
    tests: tests('taking.test.ts'),
  },
  {
    rule: 'A device that opens a link again after a kill is another one to the server',
    file: taking,
    find: 'const note = known ?? {',
    replace: 'const note = {',
    tests: tests('taking.test.ts'),
  },
  {
    rule: 'A link that is withdrawn while its draft arrives leaves the draft on the disk',
    file: taking,
    find: 'if (failure instanceof TransferFailure) await discardArriving(own.id, draftId).catch(() => {});',
    replace: '',
    tests: tests('taking.test.ts'),
  },
  {
    rule: 'A draft that arrives has the id that it had on the first device',
    file: arriving,
    find: 'const kept = { ...draft, id: draftId, revision: Math.max(1, draft.revision) };',
    replace: 'const kept = { ...draft, revision: Math.max(1, draft.revision) };',
    tests: tests('taking.test.ts'),
  },
  {
    rule: 'The 24 hours of a draft that arrives began on the other device',
    file: arriving,
    find: 'const settled = { ...draft, createdAt: now, changedAt: now };',
    replace: 'const settled = { ...draft };',
    tests: tests('taking.test.ts'),
  },
  {
    rule: 'A draft of a later version of the page is opened by this one',
    file: parcel,
    find: "if (numberIn(about, 'parcel') > VERSION || numberIn(fieldOf(about, 'draft'), 'schema') > DRAFT_SCHEMA) {",
    replace: "if (numberIn(about, 'parcel') > VERSION || DRAFT_SCHEMA < 0) {",
    tests: tests('taking.test.ts'),
  },
  {
    rule: 'A draft that is cut short is opened as far as it came',
    file: parcel,
    find: "if (at !== all.size) throw new NoParcel('it is not whole');",
    replace: '',
    tests: tests('parcel.test.ts'),
  },
  {
    rule: 'A draft that was changed while it was sealed is given as it was',
    file: giving,
    find: "if (!isStill(parcel.draft)) return await fail('changed');",
    replace: 'void isStill;',
    tests: tests('giving.test.ts'),
  },
  {
    rule: 'A draft is given where this device cannot note that it was',
    file: giving,
    find: "if (!noteGiven(note)) return await fail('not-noted');",
    replace: 'noteGiven(note);',
    tests: tests('giving.test.ts'),
  },
  {
    rule: 'A browser that cannot seal offers to make a link',
    file: giving,
    find: "const begin = canSeal() ? 'asking' : 'cannot-seal';",
    replace: "const begin: GivingStep = canSeal.length === 0 ? 'asking' : 'cannot-seal';",
    tests: tests('handover-dialog.test.tsx', 'giving.test.ts'),
  },
  {
    rule: 'A link that is not opened is asked for every 5 seconds for a day',
    file: givings,
    find: 'Math.max(SHORTEST_WAIT_MS, age * SHARE_OF_AGE)',
    replace: 'Math.max(SHORTEST_WAIT_MS, Math.min(0, age * SHARE_OF_AGE))',
    tests: tests('watch-given.test.ts'),
  },
];
