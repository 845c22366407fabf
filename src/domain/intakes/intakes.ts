import { COURSE } from '../codes/course.ts';
import { addDays, dateInWords, isCalendarDate } from '../form/calendar.ts';

const THIS_YEAR = ['01-13', '04-08', '08-04', '11-17'];
const NEXT_YEAR = ['01-13', '04-08'];

/** The intakes offered where the records API has none to tell: those of this year and the next that are to come. */
export function fallbackIntakes(today: string): readonly IntakeChoice[] {
  const year = Number(today.slice(0, 4));
  return [...THIS_YEAR.map((day) => `${year}-${day}`), ...NEXT_YEAR.map((day) => `${year + 1}-${day}`)]
    .filter((date) => date > today)
    .map((date) => intakeChoice(date, COURSE.name, COURSE.campusId));
}

/** An intake as it is offered; dates are calendar dates, yyyy-MM-dd. */
export interface IntakeChoice {
  /** What `selectedIntake` holds: the start date. */
  readonly value: string;
  readonly label: string;
  readonly startDate: string;
  readonly finishDate: string;
  readonly courseName: string;
  readonly campusId: number;
}

/** The choice of a start date: labelled '13 January 2027 - Diploma of …', finished 462 days later. */
export function intakeChoice(startDate: string, courseName: string, campusId: number): IntakeChoice {
  const finishDate = addDays(startDate, COURSE.days);
  const label = `${dateInWords(startDate)} - ${courseName}`;
  return { value: startDate, label, startDate, finishDate, courseName, campusId };
}

/** Parameters of GET CourseIntakes, in the order in which they are sent. */
export type IntakeQuery = Readonly<Record<string, string>>;

/** The queries for a year's intakes, asked one after the other until one has an answer that is not empty (R10.6). */
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

/** The members of an intake record that matter, as the records API writes them (R10.5). */
interface IntakeRecord {
  readonly CampusId?: unknown;
  readonly CourseId?: unknown;
  readonly CourseName?: unknown;
  readonly IntakeDate?: unknown;
  readonly IsPublished?: unknown;
}

/**
 * The choices in what the queries found: published, after today, ascending, one a date with CPC50220 before other
 * courses. Records that are not as they should be are left out. `today` is a calendar date, yyyy-MM-dd.
 */
export function selectIntakes(records: readonly unknown[], today: string): readonly IntakeChoice[] {
  const published = records.filter(isRecord).filter((record) => record.IsPublished !== false);
  const ofCourseFirst = [...published].sort((a, b) => Number(isOfCourse(b)) - Number(isOfCourse(a)));
  const byDate = new Map<string, IntakeChoice>();
  for (const record of ofCourseFirst) {
    const date = startDate(record);
    if (date !== undefined && date > today && !byDate.has(date)) byDate.set(date, choiceOf(record, date));
  }
  return [...byDate.values()].sort((a, b) => (a.value < b.value ? -1 : 1));
}

function isRecord(record: unknown): record is IntakeRecord {
  return typeof record === 'object' && record !== null;
}

function isOfCourse(record: IntakeRecord): boolean {
  return record.CourseId === COURSE.id;
}

/** The date as it is written, whatever time or zone stands behind it. */
function startDate({ IntakeDate }: IntakeRecord): string | undefined {
  const date = typeof IntakeDate === 'string' ? IntakeDate.slice(0, 10) : '';
  return isCalendarDate(date) ? date : undefined;
}

function choiceOf({ CourseName, CampusId }: IntakeRecord, date: string): IntakeChoice {
  const name = typeof CourseName === 'string' && CourseName.trim() !== '' ? CourseName.trim() : COURSE.name;
  const campus = Number(CampusId);
  return intakeChoice(date, name, Number.isInteger(campus) && campus > 0 ? campus : COURSE.campusId);
}
