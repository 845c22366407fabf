import type { Mutation } from '../mutation.ts';
import { within } from '../within.ts';

/** Rules of the domain that Stryker does not break (`npm run mutations:domain`), or whose tests it cannot run. */
export const domain: readonly Mutation[] = [
  ...within(
    'src/domain/form/calendar.ts',
    ['domain/form/properties.test.ts', 'domain/form/time-zones.test.ts', 'domain/student/rules.test.ts'],
    {
      '29 February exists in every fourth year, centuries included': [
        'year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)',
        'year % 4 === 0',
      ],
      'Today on the server is the date in Greenwich, wherever the visitor is': [
        'latest: dateAt(EASTERNMOST) };',
        'latest: dateAt(0 * EASTERNMOST) };',
        'domain/form/time-zones.test.ts',
      ],
      'Today in the browser is the date in Greenwich': [
        'return calendarDate(date.getFullYear(), date.getMonth() + 1, date.getDate());',
        'return date.toISOString().slice(0, 10);',
        'domain/form/time-zones.test.ts',
      ],
      'A year of two digits is taken for one of the first century': [
        'return isCalendarDate(text) && text >= EARLIEST;',
        'return isCalendarDate(text);',
        'domain/form/catalogue.test.ts',
      ],
    },
  ),
  ...within(
    'src/domain/student/offer-id.ts',
    ['domain/student/offer-checks.test.ts', 'domain/form/time-zones.test.ts'],
    {
      'The OfferId on the day clocks change is given twice': [
        'last = Math.max(wallClock(moment, timeZone), last + 1);',
        'last = wallClock(moment, timeZone) === last ? last + 1 : wallClock(moment, timeZone);',
      ],
      'Two OfferIds of one millisecond are the same': [
        'last = Math.max(wallClock(moment, timeZone), last + 1);',
        'last = wallClock(moment, timeZone);',
      ],
      "The OfferId has the time of Greenwich and not the college's": [
        'return written(wallClock(moment, timeZone));',
        'return timeZone === "" ? "" : written(moment.getTime());',
      ],
    },
  ),
  ...within(
    'src/domain/student/to-cricos-offer.ts',
    [
      'domain/student/payloads.test.ts',
      'domain/agency/agency.test.ts',
      'domain/short/short.test.ts',
      'domain/form/time-zones.test.ts',
    ],
    {
      'The year of a qualification is that of Greenwich': [
        'Number(dateIn(now, timeZone).slice(0, 4))',
        'Number((timeZone && now.toISOString()).slice(0, 4))',
      ],
    },
  ),
  ...within('src/domain/submission/file-names.ts', ['server/file-names.test.ts', 'server/pipeline.test.ts'], {
    'A path stays in the name of a document': [
      "(isUnsafe(character) ? '_' : character)",
      '(isUnsafe(character) ? character : character)',
      'server/file-names.test.ts',
    ],
    'Two documents leave under one name': [
      'for (let n = 2; taken.has(unique); n += 1) unique = numbered(safe, n);',
      'void numbered;',
    ],
    'A document leaves under the extension of what it is not': [
      'if (EXTENSIONS[kind].includes(given)) return trimmed;',
      'if (given !== kind || given === kind) return trimmed;',
      'server/file-names.test.ts',
      'server/file-content.test.ts',
    ],
  }),
  ...within('src/domain/format/pdf.ts', ['features/documents/document-checks.test.ts', 'server/file-content.test.ts'], {
    'A program that has the header of a PDF behind its beginning passes for one': [
      "before !== undefined && !before.includes('<') && !OTHER_TYPES.some((type) => before.startsWith(type))",
      'before !== undefined',
    ],
  }),
];
