import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ListFilter, ListPlace, PersonalData } from '#server/adapters/sql/personal-data.ts';
import type { FileStore } from '#server/ports/file-store.ts';
import type { Ledger, SubmissionRecord } from '#server/ports/ledger.ts';
import type { Upkeep } from '#server/ports/upkeep.ts';
import type { UploadLedger } from '#server/ports/upload-ledger.ts';
import { erase, findPersons, parseCommandLineTerm, parseSearchTerm } from '#server/submission/persons.ts';
import { idsOf } from '#server/submission/short-id.ts';
import {
  accepted,
  completed,
  created,
  failed,
  processed,
  repeated,
  replaced,
  started,
  stripped,
  type Transition,
  versioned,
} from '#server/submission/transitions.ts';

export interface OpenedPersons {
  readonly ledger: Ledger;
  readonly uploads: UploadLedger;
  readonly upkeep: Upkeep;
  readonly persons: PersonalData;
  /** Everything that the engine stores, as text. */
  stored(): Promise<string>;
  dispose(): Promise<void>;
}

const NOW = new Date('2026-06-15T00:30:00.000Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);
const clock = { now: () => NOW };
const EMAIL = 'Planted_Person+1@mail.example';
const PASSPORT = 'PL 123-4567';
const NAME = 'Planted';
const DIGEST = 'd1'.repeat(32);
const ERROR = { code: 'REJECTED', message: `${NAME} is known`, detail: NAME };
const QUOTING = { error: ERROR, unknown: false, held: false };
const stop = failed('cricos-submission', NOW, QUOTING);
const hold = failed('cricos-submission', NOW, { ...QUOTING, unknown: true, held: true });
const wait = failed('cricos-submission', NOW, { ...QUOTING, retryAt: new Date(NOW.getTime() + 60_000) });
const finish = processed(NOW.toISOString());

/** The tests of finding, exporting and erasing a person's data, for every ledger. */
export function describePersons(name: string, open: () => Promise<OpenedPersons>): void {
  describe(`${name} for a person's data`, () => {
    let opened: OpenedPersons;
    let removedFiles: string[];
    let offers = 0;
    beforeEach(async () => {
      opened = await open();
      removedFiles = [];
    });
    afterEach(() => opened.dispose());

    test('lists the submissions with ids between two ids, in order', async () => {
      const ids = ['0abcdef1-ffff-4fff-bfff-ffffffffffff', '0abcdef1-0000-4000-8000-000000000000'];
      for (const id of [...ids, '0abcdef0-ffff-4fff-bfff-ffffffffffff', '0abcdef2-0000-4000-8000-000000000000']) {
        await opened.ledger.create(created({ id, kind: 'short', digest: DIGEST, now: NOW }), {});
      }
      const { first, last } = idsOf('0ABCDEF1');
      expect(await opened.persons.idsBetween(first, last, 10)).toEqual(ids.toReversed());
      expect(await opened.persons.idsBetween(first, last, 1)).toEqual(ids.slice(1));
    });

    const files: Pick<FileStore, 'remove'> = { remove: async (id) => void removedFiles.push(id) };
    const options = () => ({ ...opened, files, clock });
    const find = async (text: string) =>
      (await findPersons(options(), parseSearchTerm(text))).map(({ id }) => id).toSorted();

    /** A submission last changed at a given time, with these answers, an output and a document. */
    async function stored(values: object, changedAt = NOW, ...transitions: readonly Transition[]) {
      const id = randomUUID();
      offers += 1;
      const offerId = `OFFER_20260615_${String(offers).padStart(9, '0')}`;
      const first = created({ id, kind: 'student', digest: DIGEST, now: changedAt, offerId });
      const uploadId = id.replaceAll('-', '');
      const facts = { slot: 'passport', name: `${NAME}.pdf`, type: 'application/pdf', size: 5 };
      await opened.uploads.add({ id: uploadId, draftId: id, ...facts, createdAt: changedAt.toISOString() });
      await opened.ledger.create(first, { variant: 'direct', values, documents: [] }, [uploadId]);
      const record = versioned(first, changedAt, ...transitions);
      await opened.ledger.save(record, { outputs: [{ stage: 'preparing', value: { FirstName: NAME } }] });
      return record;
    }

    test('finds a person by the id of the records API, in any form', async () => {
      const ids = ['48211', '50%_1', 'SO-7/"8"', '9b2f4c1e-0d53-4c5a-8f39-6f1f0c1f2a77'];
      for (const reference of ids) {
        const { id } = await stored(
          { email: EMAIL },
          NOW,
          completed('cricos-submission', NOW, false, reference),
          finish,
        );
        const settled = hold(await stored({ email: EMAIL }, NOW));
        await opened.ledger.save(versioned(settled, NOW, accepted({ at: NOW.toISOString(), reference })));
        await stored({ email: EMAIL }, NOW, completed('cricos-submission', NOW, false, `${reference}0`), finish);
        expect([reference, await find(reference)]).toEqual([reference, [id, settled.id].toSorted()]);
        const paged = await findPersons(options(), { by: 'records reference', text: reference }, 2);
        expect(paged.map((one) => one.id).toSorted()).toEqual([id, settled.id].toSorted());
      }
    });

    test('finds a person by id, OfferId, e-mail address and passport number, however they are typed', async () => {
      const { id, offerId = '' } = await stored({ email: EMAIL, passportNumber: PASSPORT }, NOW, finish);
      await stored({ email: 'PlantedXPerson+1@mail.example', passportNumber: 'PL 123-45678' }, NOW, finish);
      const typed = [id.toUpperCase(), offerId, ` ${EMAIL.toUpperCase()} `, EMAIL, PASSPORT, 'pl1234567', 'PL 1234567'];
      for (const text of typed) expect([text, await find(text)]).toEqual([text, [id]]);
      for (const text of [randomUUID(), 'OFFER_20200101_000000000', 'mail.example', '%@mail.example', 'PL123456']) {
        expect([text, await find(text)]).toEqual([text, []]);
      }
    });

    test('finds an Application ID, an address in any answer, and answers that were corrected since', async () => {
      const id = randomUUID();
      const record = created({ id, kind: 'agent', digest: DIGEST, now: NOW, applicationId: 'AGT-2026-AB12CD-123456' });
      const body = (values: object) => ({ variant: 'direct', values, documents: [] });
      await opened.ledger.create(record, body({ primaryEmail: EMAIL, alternateEmail: 'old@mail.example' }));
      const next = versioned(record, NOW, replaced('e'.repeat(64)));
      await opened.ledger.save(next, { body: body({ primaryEmail: EMAIL, alternateEmail: 'new@mail.example' }) });
      for (const text of ['AGT-2026-AB12CD-123456', EMAIL, 'old@mail.example', 'new@mail.example']) {
        expect([text, await find(text)]).toEqual([text, [id]]);
      }
      const [found] = await findPersons(options(), parseSearchTerm('old@mail.example'));
      expect(found?.answers).toEqual(['alternateEmail']);
    });

    test('finds a person by their names, in any order and case, with or without hyphens, but not by part of one', async () => {
      const names = { firstName: 'Anne-Marie', middleName: '', familyName: "O'Brien", preferredName: 'Annie' };
      const { id } = await stored({ ...names, passportNumber: PASSPORT }, NOW, finish);
      const other = await stored({ firstName: 'Marie', familyName: 'Brienne' }, NOW, finish);
      const agency = await stored({ agencyName: 'Study 24 Pty Ltd', contactPerson: 'Lan Pham' }, NOW, finish);
      await stored({ birthplace: "Anne-Marie O'Brien", howDidYouHearDetails: 'Lan Pham' }, NOW, finish);
      for (const text of ["anne marie o'brien", 'O’BRIEN, Anne-Marie', 'Annie', 'Anne']) {
        expect([text, await find(text)]).toEqual([text, [id]]);
      }
      expect(await find('marie')).toEqual([id, other.id].toSorted());
      for (const text of ['study 24', 'Pham Lan']) expect([text, await find(text)]).toEqual([text, [agency.id]]);
      for (const text of ['Anne Brienne', 'Ann', '%', '_', '-']) expect([text, await find(text)]).toEqual([text, []]);
      const [found] = await findPersons(options(), parseSearchTerm('Anne Annie'));
      expect(found?.answers).toEqual(['firstName', 'preferredName']);
    });

    test('finds a submission, but no person, by the words of a command line', async () => {
      const values = { email: EMAIL, passportNumber: '48211000', familyName: 'Planted' };
      const { id, offerId = '' } = await stored(
        values,
        NOW,
        completed('cricos-submission', NOW, false, 'SO-1'),
        finish,
      );
      const found = async (text: string) =>
        (await findPersons(options(), parseCommandLineTerm(text))).map((one) => one.id).toSorted();
      for (const text of [id, id.slice(0, 8), id.toUpperCase(), offerId.toLowerCase(), 'SO-1']) {
        expect([text, await found(text)]).toEqual([text, [id]]);
      }
      for (const text of ['48211000', 'Planted', randomUUID()]) expect([text, await found(text)]).toEqual([text, []]);
      // The reference of one looks like the start of another's id.
      const reference = id.slice(0, 8);
      const other = await stored({}, NOW, completed('cricos-submission', NOW, false, reference), finish);
      expect(await found(reference)).toEqual([id, other.id].toSorted());
    });

    test('searches everything, a limited number of bodies at a time', async () => {
      const ids: string[] = [];
      for (let i = 0; i < 7; i += 1) ids.push((await stored({ email: i % 2 ? EMAIL : 'else@mail.example' })).id);
      const seen: string[] = [];
      let pages = 0;
      for (let after: string | undefined, isMore = true; isMore; pages += 1) {
        const { bodies, next } = await opened.persons.mentioning([EMAIL], 2, after);
        expect(bodies.length).toBeLessThanOrEqual(2);
        seen.push(...bodies.map(({ id }) => id));
        isMore = next !== undefined;
        after = next;
      }
      expect(pages).toBe(4);
      const found = await findPersons(options(), parseSearchTerm(EMAIL), 2);
      expect(found.map(({ id }) => id).toSorted()).toEqual(seen.toSorted());
      expect(seen.toSorted()).toEqual(ids.filter((_id, i) => i % 2 === 1).toSorted());
    });

    test('lists by state and day, the oldest change first, page by page, each once', async () => {
      const made = [
        await stored({}, daysAgo(9), stop),
        await stored({}, daysAgo(8), hold),
        await stored({}, daysAgo(7), wait),
        await stored({}, daysAgo(6)),
        await stored({}, daysAgo(5), finish),
        // At the same time.
        await stored({}, daysAgo(4), stop),
        await stored({}, daysAgo(4), stop),
      ];
      const twice = await stored({}, daysAgo(2), repeated('cricos-submission'), finish);
      const twiceOpen = await stored({}, daysAgo(1), repeated('cricos-submission'), wait);
      const gone = await stored({}, daysAgo(3), finish);
      await opened.upkeep.strip(stripped(gone, NOW));
      const ids = (records: readonly SubmissionRecord[]) => records.map(({ id }) => id);
      const all = async (filter: ListFilter, page: number) => {
        const seen: SubmissionRecord[] = [];
        for (let after: ListPlace | undefined; ; after = seen.at(-1)) {
          const records = await opened.persons.list(filter, page, after);
          seen.push(...records);
          if (records.length < page) return ids(seen);
        }
      };
      const [stopped, held, waiting, working, done, ...late] = ids(made);
      const lastTwo = late.toSorted();
      for (const page of [1, 2, 100]) {
        expect(await all({ state: 'unfinished' }, page)).toEqual([
          stopped,
          held,
          waiting,
          working,
          ...lastTwo,
          twiceOpen.id,
        ]);
        const live = [stopped, held, waiting, working, done, ...lastTwo, twice.id, twiceOpen.id];
        expect(await all({ state: 'all' }, page)).toEqual([...live, gone.id]);
        expect(await all({ state: 'repeated' }, page)).toEqual([twice.id, twiceOpen.id]);
        expect(await all({ state: 'stopped' }, page)).toEqual([stopped, ...lastTwo]);
      }
      expect(await all({ state: 'held' }, 10)).toEqual([held]);
      expect(await all({ state: 'waiting' }, 10)).toEqual([waiting, twiceOpen.id]);
      expect(await all({ state: 'processing' }, 10)).toEqual([working]);
      expect(await all({ state: 'processed' }, 10)).toEqual([done, twice.id]);
      expect(await all({ state: 'purged' }, 10)).toEqual([gone.id]);
      expect(await all({ state: 'all', since: daysAgo(7), until: daysAgo(5) }, 10)).toEqual([waiting, working]);
    });

    test('exports the answers and outputs of every revision', async () => {
      const record = await stored({ email: EMAIL }, NOW, stop);
      const body = { variant: 'direct', values: { email: 'new@mail.example' }, documents: [] };
      await opened.ledger.save(versioned(record, NOW, replaced('e'.repeat(64))), { body });
      expect(await opened.persons.keptOf(record.id)).toEqual({
        bodies: [
          { revision: 1, body: { ...body, values: { email: EMAIL } } },
          { revision: 2, body },
        ],
        outputs: [{ revision: 1, stage: 'preparing', output: { FirstName: NAME } }],
      });
    });

    const asSomebody = { who: 'clerk', evenUnfinished: false };

    test('erases everything of a person and records who did it, without personal data', async () => {
      const kept = await stored({ email: 'else@mail.example', passportNumber: 'X7' }, NOW, stop);
      const record = await stored({ email: EMAIL, passportNumber: PASSPORT }, NOW, stop);
      await opened.upkeep.requestRetry({ id: record.id, resend: false });
      const loose = { id: 'f'.repeat(32), draftId: record.id, slot: 'cv', name: `${NAME} cv.pdf`, type: '', size: 7 };
      await opened.uploads.add({ ...loose, client: 'client', createdAt: NOW.toISOString() });
      expect(await opened.stored()).toContain(EMAIL);
      expect(await erase(options(), record.id, asSomebody)).toEqual({ outcome: 'erased', documents: 2 });

      const left = await opened.stored();
      for (const text of [EMAIL, PASSPORT, `${NAME} cv`, loose.id]) expect(left).not.toContain(text);
      expect(removedFiles.toSorted()).toEqual([record.id.replaceAll('-', ''), loose.id].toSorted());
      expect(await opened.upkeep.retryRequests()).toEqual([]);
      const { id, kind, offerId } = record;
      expect(await opened.ledger.find(id)).toMatchObject({
        id,
        kind,
        offerId,
        digest: '',
        purgedAt: NOW.toISOString(),
      });
      expect(JSON.stringify(await opened.ledger.find(id))).not.toContain(NAME);
      expect(await find(EMAIL)).toEqual([]);
      const entry = { at: NOW.toISOString(), who: 'clerk', action: 'erase', submission: id };
      const what = 'student, error; 2 documents of 12 bytes';
      expect(await opened.persons.journal(10, id)).toEqual([{ ...entry, what }]);
      // No other person lost anything.
      expect(await find('else@mail.example')).toEqual([kept.id]);
      expect(await opened.ledger.find(kept.id)).toEqual(kept);
    });

    test('erases waiting or running work only on request; then the server stops that work', async () => {
      const [waiting, working] = [
        await stored({ email: EMAIL }, NOW, wait),
        await stored({ email: EMAIL }, NOW, started('preparing', NOW)),
      ];
      for (const record of [waiting, working]) {
        expect(await erase(options(), record.id, asSomebody)).toEqual({ outcome: 'busy' });
        expect(await opened.ledger.find(record.id)).toEqual(record);
        expect(await erase(options(), record.id, { ...asSomebody, evenUnfinished: true })).toMatchObject({
          outcome: 'erased',
        });
      }
      expect(await opened.ledger.unfinished()).toEqual([]);
      const ended = await opened.ledger.find(working.id);
      expect(ended?.stages[0]).toMatchObject({ name: 'preparing', state: 'error', error: { code: 'ERASED' } });
      // The worker that had it in progress finds another's version.
      expect(await opened.ledger.save(versioned(working, NOW, finish))).toBe('superseded');
      expect(await opened.stored()).not.toContain(EMAIL);
    });

    test('erases nothing newer than the request, and erases the rest if it is repeated after a crash', async () => {
      const record = await stored({ email: EMAIL }, NOW, stop);
      const stale = { ...options(), ledger: { find: async () => ({ ...record, version: record.version - 1 }) } };
      expect(await erase(stale, record.id, asSomebody)).toEqual({ outcome: 'written' });
      expect(await find(EMAIL)).toEqual([record.id]);
      expect(await opened.persons.journal(10)).toEqual([]);
      const crashing = { ...options(), files: { remove: () => Promise.reject(new Error('the power is off')) } };
      await opened.uploads.add({
        id: 'f'.repeat(32),
        draftId: record.id,
        slot: 'cv',
        name: NAME,
        type: '',
        size: 7,
        createdAt: daysAgo(-1).toISOString(),
      });
      await expect(erase(crashing, record.id, asSomebody)).rejects.toThrow('power');
      expect(await erase(options(), record.id, asSomebody)).toMatchObject({ outcome: 'erased' });
      expect(await opened.uploads.ofDraft(record.id)).toEqual([]);
      expect(await opened.stored()).not.toContain(EMAIL);
    });

    test('erases the documents of a draft that was never submitted', async () => {
      const draftId = randomUUID();
      const upload = { id: 'f'.repeat(32), draftId, slot: 'cv', name: `${NAME}.pdf`, type: '', size: 7 };
      await opened.uploads.add({ ...upload, createdAt: NOW.toISOString() });
      expect(await find(draftId)).toEqual([draftId]);
      expect(await erase(options(), draftId, asSomebody)).toEqual({ outcome: 'erased', documents: 1 });
      expect([removedFiles, await opened.uploads.ofDraft(draftId)]).toEqual([[upload.id], []]);
      expect(await erase(options(), draftId, asSomebody)).toEqual({ outcome: 'unknown' });
    });
  });
}
