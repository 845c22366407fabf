/** One intake, as the records API has it on record. */
export interface CourseIntake {
  readonly CampusId: number;
  readonly CampusName: string;
  readonly CourseId: string;
  readonly CourseName: string;
  readonly CourseType: string;
  readonly IntakeYear: number;
  /** Local date-time; without an offset unless the published API is played. */
  readonly IntakeDate: string;
  readonly IsPublished: boolean;
}

/** Whom an intake is for; the API filters by it but does not show it. */
export interface IntakeOnRecord {
  readonly intake: CourseIntake;
  readonly targetFor: 'Both' | 'International' | 'Domestic';
}

const DIPLOMA = { CourseId: 'CPC50220', CourseName: 'Diploma of Building and Construction (Building)' };
const CERTIFICATE = { CourseId: 'CPC40120', CourseName: 'Certificate IV in Building and Construction' };
const CAMPUSES = [
  { CampusId: 1, CampusName: 'Melbourne City' },
  { CampusId: 2, CampusName: 'Sydney' },
  { CampusId: 3, CampusName: 'Adelaide' },
];
/** The usual days of the year on which classes start. */
const DAYS = ['01-13', '04-08', '08-04', '11-17'];

/**
 * The intakes from last year to the year after next, seen from `today`: there are always some ahead, some behind,
 * and one that is not published yet. The campuses beyond the first start later.
 */
export function courseIntakes(today: Date): IntakeOnRecord[] {
  const thisYear = today.getFullYear();
  const years = [thisYear - 1, thisYear, thisYear + 1, thisYear + 2];
  return years.flatMap((year) =>
    CAMPUSES.flatMap((campus) => [
      ...DAYS.map((day) => onRecord(campus, DIPLOMA, year, later(day, campus.CampusId), true)),
      onRecord(campus, DIPLOMA, year, '06-23', false),
      onRecord(campus, CERTIFICATE, year, '02-17', true),
    ]),
  );
}

/** The same, with the date-time in Melbourne's time and its offset, as the published API writes it. */
export function withOffset({ intake, targetFor }: IntakeOnRecord): IntakeOnRecord {
  const isLocal = /^\d{4}-\d\d-\d\dT00:00:00$/.test(intake.IntakeDate);
  const IntakeDate = isLocal ? intake.IntakeDate + offsetOn(intake.IntakeDate.slice(0, 10)) : intake.IntakeDate;
  return { intake: { ...intake, IntakeDate }, targetFor };
}

const MELBOURNE = new Intl.DateTimeFormat('en-AU', { timeZone: 'Australia/Melbourne', timeZoneName: 'longOffset' });

/** Melbourne's offset when that day begins there, such as +11:00. No intake is on a day on which it changes. */
function offsetOn(date: string): string {
  const parts = MELBOURNE.formatToParts(new Date(`${date}T00:00:00Z`));
  return (parts.find(({ type }) => type === 'timeZoneName')?.value ?? '').replace('GMT', '');
}

/** Those that a query asks for; a parameter that is absent or empty does not narrow anything. */
export function selectIntakes(intakes: readonly IntakeOnRecord[], query: Readonly<Record<string, string>>) {
  const fits = (asked: string | undefined, value: string | number) =>
    asked === undefined || asked === '' || asked.toLowerCase() === String(value).toLowerCase();
  return intakes
    .filter(({ intake, targetFor }) => {
      const target =
        targetFor === 'Both' && query.targetfor?.toLowerCase() !== 'domestic' ? query.targetfor : targetFor;
      return (
        fits(query.campusid, intake.CampusId) &&
        fits(query.year, intake.IntakeYear) &&
        fits(query.courseid, intake.CourseId) &&
        fits(query.coursetype, intake.CourseType) &&
        fits(query.publish, String(intake.IsPublished)) &&
        fits(query.targetfor, target ?? targetFor)
      );
    })
    .map(({ intake }) => intake);
}

type Campus = (typeof CAMPUSES)[number];
type Course = typeof DIPLOMA;

function onRecord(campus: Campus, course: Course, year: number, day: string, published: boolean): IntakeOnRecord {
  return {
    intake: {
      ...campus,
      ...course,
      CourseType: 'VET',
      IntakeYear: year,
      IntakeDate: `${year}-${day}T00:00:00`,
      IsPublished: published,
    },
    targetFor: campus.CampusId === 3 ? 'International' : 'Both',
  };
}

/** Five days later on each further campus; no listed day leaves its month by that. */
function later(day: string, campusId: number): string {
  const [month = '01', date = '01'] = day.split('-');
  return `${month}-${String(Number(date) + (campusId - 1) * 5).padStart(2, '0')}`;
}
