import { type Call, type Guard, readNothing, type Service } from '../core/service.ts';

/** One intake of the records API. */
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

/** An intake and its audience; the API filters by audience but does not show it. */
interface StoredIntake {
  readonly intake: CourseIntake;
  readonly targetFor: 'Both' | 'International';
}

/**
 * GET CourseIntakes, honouring campusid, year, courseid, coursetype, publish and targetfor.
 * @param options.own these in place of the usual ones
 */
export function intakesService(
  base: string,
  guard: Guard,
  now: () => Date,
  options: { readonly own: readonly CourseIntake[] | undefined; readonly withOffsets: boolean },
): Service {
  const { own, withOffsets } = options;
  const stored = () => own?.map((intake) => ({ intake, targetFor: 'Both' as const })) ?? usualIntakes(now());
  return {
    name: 'intakes',
    method: 'GET',
    path: `${base}/api/V1/CourseIntakes`,
    read: readNothing,
    guard,
    answer: ({ query }) => {
      const found = stored().filter((one) => isAskedFor(one, query));
      return { status: 200, body: found.map(({ intake }) => (withOffsets ? withOffset(intake) : intake)) };
    },
    scenarios: { empty: () => ({ status: 200, body: [] }) },
  };
}

/** An absent or empty parameter does not filter. */
function isAskedFor({ intake, targetFor }: StoredIntake, query: Call['query']): boolean {
  const fits = (asked: string | undefined, value: string | number | boolean) =>
    !asked || asked.toLowerCase() === String(value).toLowerCase();
  // Intakes for both match every query except the one for domestic students only.
  const isForAny = targetFor === 'Both' && query.targetfor?.toLowerCase() !== 'domestic';
  return (
    fits(query.campusid, intake.CampusId) &&
    fits(query.year, intake.IntakeYear) &&
    fits(query.courseid, intake.CourseId) &&
    fits(query.coursetype, intake.CourseType) &&
    fits(query.publish, intake.IsPublished) &&
    (isForAny || fits(query.targetfor, targetFor))
  );
}

const DIPLOMA = { CourseId: 'CPC50220', CourseName: 'Diploma of Building and Construction (Building)' };
const CERTIFICATE = { CourseId: 'CPC40120', CourseName: 'Certificate IV in Building and Construction' };
const CAMPUSES = ['Melbourne City', 'Sydney', 'Adelaide'];
/** Month and day of the first class at the first campus; each further campus starts five days later. */
const DAYS = [
  [1, 13],
  [4, 8],
  [8, 4],
  [11, 17],
] as const;

/**
 * The intakes from last year to the year after next, as seen from `today`. Some are always ahead, some are past, and
 * one is unpublished.
 */
function usualIntakes(today: Date): StoredIntake[] {
  const years = [-1, 0, 1, 2].map((difference) => today.getFullYear() + difference);
  return years.flatMap((IntakeYear) =>
    CAMPUSES.flatMap((CampusName, index) => {
      const intakeOn = (course: typeof DIPLOMA, month: number, day: number, IsPublished: boolean): StoredIntake => {
        const IntakeDate = `${IntakeYear}-${twoDigits(month)}-${twoDigits(day)}T00:00:00`;
        const campus = { CampusId: index + 1, CampusName };
        return {
          intake: { ...campus, ...course, CourseType: 'VET', IntakeYear, IntakeDate, IsPublished },
          targetFor: CampusName === 'Adelaide' ? 'International' : 'Both',
        };
      };
      return [
        ...DAYS.map(([month, day]) => intakeOn(DIPLOMA, month, day + index * 5, true)),
        intakeOn(DIPLOMA, 6, 23, false),
        intakeOn(CERTIFICATE, 2, 17, true),
      ];
    }),
  );
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** The same intake with the date-time in Melbourne time with its offset, as the published API writes it. */
function withOffset(intake: CourseIntake): CourseIntake {
  const { IntakeDate } = intake;
  if (!/^\d{4}-\d\d-\d\dT00:00:00$/.test(IntakeDate)) return intake;
  const parts = MELBOURNE.formatToParts(new Date(`${IntakeDate}Z`));
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', '');
  return { ...intake, IntakeDate: `${IntakeDate}${offset}` };
}

const MELBOURNE = new Intl.DateTimeFormat('en-AU', { timeZone: 'Australia/Melbourne', timeZoneName: 'longOffset' });
