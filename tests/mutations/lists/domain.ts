import type { Mutation } from '../mutation.ts';

const calendar = 'src/domain/form/calendar.ts';
const offer = 'src/domain/student/to-offer.ts';
const names = 'src/domain/submission/file-names.ts';

const tests = (...files: string[]) => files.map((file) => `tests/domain/${file}.test.ts`);
const payloads = tests('student/payloads', 'agency/agency', 'short/short');

/** Rules of the domain that Stryker does not break (`npm run mutations:domain`), or whose tests it cannot run. */
export const domain: readonly Mutation[] = [
  {
    rule: '29 February exists in every fourth year, centuries included',
    file: calendar,
    find: 'year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)',
    replace: 'year % 4 === 0',
    tests: tests('form/properties', 'form/time-zones', 'student/rules'),
  },
  {
    rule: 'Today on the server is the date in Greenwich, wherever the visitor is',
    file: calendar,
    find: 'latest: dateAt(EASTERNMOST) };',
    replace: 'latest: dateAt(0 * EASTERNMOST) };',
    tests: tests('form/time-zones'),
  },
  {
    rule: 'Today in the browser is the date in Greenwich',
    file: calendar,
    find: 'return calendarDate(date.getFullYear(), date.getMonth() + 1, date.getDate());',
    replace: 'return date.toISOString().slice(0, 10);',
    tests: tests('form/time-zones'),
  },
  {
    rule: 'A year of two digits is taken for one of the first century',
    file: calendar,
    find: 'return isCalendarDate(text) && text >= EARLIEST;',
    replace: 'return isCalendarDate(text);',
    tests: ['tests/domain/form/catalogue.test.ts'],
  },
  {
    rule: 'The OfferId on the day clocks change is given twice',
    file: 'src/domain/student/offer-id.ts',
    find: 'last = Math.max(wallClock(moment, timeZone), last + 1);',
    replace: 'last = wallClock(moment, timeZone) === last ? last + 1 : wallClock(moment, timeZone);',
    tests: tests('student/offer-checks', 'form/time-zones'),
  },
  {
    rule: 'Two OfferIds of one millisecond are the same',
    file: 'src/domain/student/offer-id.ts',
    find: 'last = Math.max(wallClock(moment, timeZone), last + 1);',
    replace: 'last = wallClock(moment, timeZone);',
    tests: tests('student/offer-checks', 'form/time-zones'),
  },
  {
    rule: "The OfferId has the time of Greenwich and not the college's",
    file: 'src/domain/student/offer-id.ts',
    find: 'return written(wallClock(moment, timeZone));',
    replace: 'return timeZone === "" ? "" : written(moment.getTime());',
    tests: tests('student/offer-checks', 'form/time-zones'),
  },
  {
    rule: 'The year of a qualification is that of Greenwich',
    file: offer,
    find: 'Number(dateIn(now, timeZone).slice(0, 4))',
    replace: 'Number((timeZone && now.toISOString()).slice(0, 4))',
    tests: [...payloads, ...tests('form/time-zones')],
  },
  {
    rule: 'A path stays in the name of a document',
    file: names,
    find: "(isUnsafe(character) ? '_' : character)",
    replace: '(isUnsafe(character) ? character : character)',
    tests: ['tests/server/file-names.test.ts'],
  },
  {
    rule: 'Two documents leave under one name',
    file: names,
    find: 'for (let n = 2; taken.has(unique); n += 1) unique = numbered(safe, n);',
    replace: 'void numbered;',
    tests: ['tests/server/file-names.test.ts', 'tests/server/pipeline.test.ts'],
  },
  {
    rule: 'A document leaves under the extension of what it is not',
    file: names,
    find: 'if (EXTENSIONS[kind].includes(given)) return trimmed;',
    replace: 'if (given !== kind || given === kind) return trimmed;',
    tests: ['tests/server/file-names.test.ts', 'tests/server/file-content.test.ts'],
  },
  {
    rule: 'A program that has the header of a PDF behind its beginning passes for one',
    file: 'src/domain/format/pdf.ts',
    find: "before !== undefined && !before.includes('<') && !OTHER_TYPES.some((type) => before.startsWith(type))",
    replace: 'before !== undefined',
    tests: ['tests/features/documents/document-checks.test.ts', 'tests/server/file-content.test.ts'],
  },
];
