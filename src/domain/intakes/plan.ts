import { COURSE } from '../codes/course.ts';

/** Parameters of GET CourseIntakes, in the order in which they are sent. */
export type IntakeQuery = Readonly<Record<string, string>>;

/**
 * The queries for a year's intakes, asked one after the other until one has an answer that is not empty (spec §7
 * "Intake query sequence", contract §7 "Intakes").
 */
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
