import type { Mutation } from '../mutation.ts';

const tests = (...files: readonly string[]) => files.map((file) => `tests/features/documents/handover/${file}`);
const server = ['tests/server/handovers.test.ts'];
const handovers = 'server/relays/handovers.ts';
const relays = 'server/relays/relays.ts';
const taking = 'src/features/documents/handover/taking.ts';
const giving = 'src/features/documents/handover/giving.ts';
const givings = 'src/features/documents/handover/givings.ts';
const parcel = 'src/features/documents/handover/parcel.ts';
const arriving = 'src/features/documents/handover/arriving-draft.ts';

/** A whole application on its way to another device. */
export const handover: readonly Mutation[] = [
  {
    rule: 'A second device gets a draft that another one has claimed',
    file: handovers,
    find: 'if (now.claim !== mine) throw used();',
    replace: '',
    tests: server,
  },
  {
    rule: 'A draft can be claimed before all of it has come',
    file: handovers,
    find: "await this.#options.relays.move(id, { from: ['arrived'], to: 'fetching', claim: mine });\n    }",
    replace:
      "await this.#options.relays.move(id, { from: ['arrived'], to: 'fetching', claim: mine });\n    } else await this.#options.relays.move(id, { from: ['waiting', 'sending'], to: 'fetching', claim: mine });",
    tests: server,
  },
  {
    rule: 'A draft that was withdrawn is given to the device that had claimed it',
    file: handovers,
    find: "if (now.state !== 'taken') refuseTaken(now);",
    replace: '',
    tests: server,
  },
  {
    rule: 'The bytes of a draft that was taken stay on the server',
    file: handovers,
    find: 'if (relay.uploadId !== undefined) await removeUpload(this.#options, relay.uploadId);',
    replace: '',
    tests: server,
  },
  {
    rule: 'The bytes of a draft that was withdrawn stay on the server',
    file: handovers,
    find: 'if (isWithdrawn && uploadId !== undefined) await removeUpload(this.#options, uploadId);',
    replace: 'void [isWithdrawn, uploadId];',
    tests: server,
  },
  {
    rule: 'The bytes of a document that is sent anew are removed by those that it has overtaken',
    file: 'server/http/routes/relays.ts',
    find: '{ keepsOthers: true }',
    replace: '{ keepsOthers: false }',
    tests: ['tests/server/relays.test.ts'],
  },
  {
    rule: 'The link to a draft opens it after its 24 hours',
    file: relays,
    find: 'if (Date.parse(relay.expiresAt) > clock.now().getTime()) return relay;',
    replace: 'return relay;',
    tests: server,
  },
  {
    rule: 'A secret of one side does what the other may',
    file: relays,
    find: 'relay?.kind === kind && sides.some((side) => isSecretOf(relay[side], shown));',
    replace:
      "relay?.kind === kind && sides.length > 0 && (['reader', 'writer', 'claim'] as const).some((side) => isSecretOf(relay[side], shown));",
    tests: server,
  },
  {
    rule: 'A sealed draft may be of any size',
    file: handovers,
    find: 'if (size > relay.maxBytes) {',
    replace: 'if (size > Number.MAX_SAFE_INTEGER) {',
    tests: server,
  },
  {
    rule: 'A piece of another length than the first is taken for one of the same draft',
    file: handovers,
    find: "if (upload.size !== size) throw new AppError('MALFORMED_REQUEST', { detail: 'It has another length by now.' });",
    replace: '',
    tests: server,
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
    find: 'if (failure instanceof RelayFailure) await discardArriving(own.id, draftId).catch(() => {});',
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
    rule: 'A link that nobody opens is asked for every 5 seconds for a day',
    file: givings,
    find: 'Math.max(SHORTEST_WAIT_MS, age * SHARE_OF_AGE)',
    replace: 'Math.max(SHORTEST_WAIT_MS, Math.min(0, age * SHARE_OF_AGE))',
    tests: tests('watch-given.test.ts'),
  },
];
