import { COURSE } from '../codes/course.ts';
import { isCalendarDate } from '../form/calendar.ts';
import { type IntakeChoice, intakeChoice } from './choice.ts';

/** The members of an intake record that matter, as the records API writes them (spec §3 "Intake record"). */
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
  const ofCourseFirst = published.toSorted((a, b) => Number(isOfCourse(b)) - Number(isOfCourse(a)));
  const byDate = new Map<string, IntakeChoice>();
  for (const record of ofCourseFirst) {
    const date = startDate(record);
    if (date !== undefined && date > today && !byDate.has(date)) byDate.set(date, choiceOf(record, date));
  }
  return [...byDate.values()].toSorted((a, b) => (a.value < b.value ? -1 : 1));
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
