import type { Mutation } from '../mutation.ts';

/** What the server writes before it calls, what it sends, and the dates in it. */
export const submission: readonly Mutation[] = [
  {
    rule: 'Today in the browser is the date in Greenwich',
    file: 'src/domain/form/calendar.ts',
    find: 'return calendarDate(date.getFullYear(), date.getMonth() + 1, date.getDate());',
    replace: 'return date.toISOString().slice(0, 10);',
    test: 'domain/form/time-zones.test.ts',
  },
  {
    rule: "The OfferId has the time of Greenwich and not the college's",
    file: 'src/domain/student/offer-id.ts',
    find: 'return written(wallClock(moment, timeZone));',
    replace: 'return timeZone === "" ? "" : written(moment.getTime());',
    test: 'domain/student/offer-checks.test.ts',
  },
  {
    rule: 'A call leaves before the ledger knows that its stage has begun',
    file: 'server/submission/run.ts',
    find: "if (repetition === 'resend' && !isStarted()) await start();",
    replace: "if (repetition === 'resend' && !isStarted()) void start();",
    test: 'server/ledger-first.test.ts',
  },
  {
    rule: 'A restart makes another offer',
    file: 'server/submission/stages/student.ts',
    find: 'now: new Date(record.updatedAt),',
    replace: 'now: new Date(),',
    test: 'server/prepare-student.test.ts',
  },
  {
    rule: 'The offer is sent to the workflow',
    file: 'server/submission/stages/student.ts',
    find: 'preparedStudent(outputs).workflow, {',
    replace: 'preparedStudent(outputs).offer, {',
    test: 'server/wire-payloads.test.ts',
  },
  {
    rule: 'A call that left and was not answered counts as one that never left',
    file: 'server/adapters/exchange.ts',
    find: "new CallFailure('unanswered', 'No answer came', { cause })",
    replace: "new CallFailure('unreachable', 'No answer came', { cause })",
    test: 'server/outbound.test.ts',
  },
  {
    rule: 'A corrected application gets another OfferId or loses its own',
    file: 'server/submission/transitions.ts',
    find: '    ...clearRetry(record),\n    revision: record.revision + 1,',
    replace: '    ...clearRetry({ ...record, offerId: record.id }),\n    revision: record.revision + 1,',
    test: 'server/transitions.test.ts',
  },
  {
    rule: 'The outside gets the whole of a document before it is known to be the right one',
    file: 'server/submission/outgoing-documents.ts',
    find: "    if (!isSame) throw new ContentChanged('a document has changed');\n    if (held) yield held;",
    replace: "    if (held) yield held;\n    if (!isSame) throw new ContentChanged('a document has changed');",
    test: 'server/outgoing-documents.test.ts',
  },
  {
    rule: 'An upload is answered before it survives a power cut',
    file: 'server/adapters/disk/write-upload.ts',
    find: '    await handle.sync();\n    if',
    replace: '    if',
    test: 'server/power-cut.test.ts',
  },
];
