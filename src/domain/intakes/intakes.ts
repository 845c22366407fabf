import { COURSE } from '../codes/course.ts';
import { addDays, dateIn, dateInWords, isCalendarDate } from '../form/calendar.ts';

const THIS_YEAR = ['01-13', '04-08', '08-04', '11-17'];
const NEXT_YEAR = ['01-13', '04-08'];

/** The intakes if the records API returns none: the future ones of this year and the next. */
export function fallbackIntakes(today: string): readonly IntakeChoice[] {
  const year = Number(today.slice(0, 4));
  return [...THIS_YEAR.map((day) => `${year}-${day}`), ...NEXT_YEAR.map((day) => `${year + 1}-${day}`)]
    .filter((date) => date > today)
    .map((date) => intakeChoice(date, COURSE.name, COURSE.campusId));
}

/** Dates are yyyy-MM-dd. */
export interface IntakeChoice {
  /** The value of `selectedIntake`: the start date. */
  readonly value: string;
  readonly label: string;
  readonly startDate: string;
  readonly finishDate: string;
  readonly courseName: string;
  readonly campusId: number;
}

/** The choice of a start date: labelled '13 January 2027 - Diploma of …', finished 462 days later. */
function intakeChoice(startDate: string, courseName: string, campusId: number): IntakeChoice {
  const finishDate = addDays(startDate, COURSE.days);
  const label = `${dateInWords(startDate)} - ${courseName}`;
  return { value: startDate, label, startDate, finishDate, courseName, campusId };
}

/** Parameters of GET CourseIntakes, in the order in which they are sent. */
export type IntakeQuery = Readonly<Record<string, string>>;

/** The queries for a year's intakes, sent one after another until one has a result (R10.6). */
export function intakeQueries(year: number): readonly IntakeQuery[] {
  const campusAndYear = { campusid: String(COURSE.campusId), year: String(year) };
  const ofCourse = { ...campusAndYear, courseid: COURSE.id, coursetype: COURSE.type };
  return [
    { ...ofCourse, targetfor: 'Both' },
    ofCourse,
    { ...campusAndYear, coursetype: COURSE.type },
    { ...ofCourse, targetfor: 'International' },
    { year: String(year) },
  ];
}

/** The query for the next year, whose intakes are added in any case. */
export function nextYearQuery(year: number): IntakeQuery {
  const [, ofCourse = {}] = intakeQueries(year + 1);
  return ofCourse;
}

/** The relevant keys of the records API's intakes (R10.5). */
interface IntakeRecord {
  readonly CampusId?: unknown;
  readonly CourseId?: unknown;
  readonly CourseName?: unknown;
  readonly IntakeDate?: unknown;
  readonly IsPublished?: unknown;
}

/** An intake, and its IntakeDate in the records API's format. */
export interface FoundIntake {
  readonly choice: IntakeChoice;
  readonly written: string;
}

/** The published records; without the key a record counts as published. */
export function publishedIn(records: readonly unknown[]): readonly unknown[] {
  return records.filter((record) => isRecord(record) && record.IsPublished !== false);
}

/**
 * The choices from the records: after today, ascending, one for each date. If a record is our course at our campus, all
 * others are omitted; else our course comes first. Records without a readable date are omitted.
 *
 * @param today a calendar date, yyyy-MM-dd
 * @param timeZone the college's, in which a date with an offset is read
 */
export function selectIntakes(records: readonly unknown[], today: string, timeZone: string): readonly FoundIntake[] {
  const dated = records.filter(isRecord).flatMap((record) => {
    const written = typeof record.IntakeDate === 'string' ? record.IntakeDate : '';
    const date = calendarDay(written, timeZone);
    return date === undefined ? [] : [{ record, written, date }];
  });
  const own = dated.filter(({ record }) => isOfCourse(record) && Number(record.CampusId) === COURSE.campusId);
  const inOrder = [...dated].sort((a, b) => Number(isOfCourse(b.record)) - Number(isOfCourse(a.record)));
  const byDate = new Map<string, FoundIntake>();
  for (const { record, written, date } of own.length > 0 ? own : inOrder) {
    if (date > today && !byDate.has(date)) byDate.set(date, { choice: choiceOf(record, date), written });
  }
  return [...byDate.values()].sort((a, b) => (a.choice.value < b.choice.value ? -1 : 1));
}

function isRecord(record: unknown): record is IntakeRecord {
  return typeof record === 'object' && record !== null;
}

function isOfCourse(record: IntakeRecord): boolean {
  return record.CourseId === COURSE.id;
}

const WITH_OFFSET = /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(?:Z|[+-]\d\d:?\d\d)$/i;

/** The date of a date-time: in the college's time zone if it has an offset, else as written. */
function calendarDay(written: string, timeZone: string): string | undefined {
  const moment = WITH_OFFSET.test(written) ? new Date(written) : undefined;
  if (moment !== undefined) return Number.isNaN(moment.getTime()) ? undefined : dateIn(moment, timeZone);
  const date = written.slice(0, 10);
  return isCalendarDate(date) ? date : undefined;
}

function choiceOf({ CourseName, CampusId }: IntakeRecord, date: string): IntakeChoice {
  const name = typeof CourseName === 'string' && CourseName.trim() !== '' ? CourseName.trim() : COURSE.name;
  const campus = Number(CampusId);
  return intakeChoice(date, name, Number.isInteger(campus) && campus > 0 ? campus : COURSE.campusId);
}
