import { readNothing } from '../core/read-body.ts';
import type { Answer, Call, Service } from '../core/types.ts';
import { type CourseIntake, courseIntakes, selectIntakes, withOffset } from './course-intakes.ts';

/** GET CourseIntakes, honouring campusid, year, courseid, coursetype and targetfor. */
export function intakesService(
  base: string,
  guard: (call: Call) => Answer | undefined,
  now: () => Date,
  options: { readonly own?: readonly CourseIntake[] | undefined; readonly withOffsets?: boolean } = {},
): Service {
  const { own, withOffsets = false } = options;
  const stored = () => own?.map((intake) => ({ intake, targetFor: 'Both' as const })) ?? courseIntakes(now());
  const onRecord = () => (withOffsets ? stored().map(withOffset) : stored());
  return {
    name: 'intakes',
    method: 'GET',
    path: `${base}/api/V1/CourseIntakes`,
    pace: 'read',
    read: readNothing,
    guard,
    answer: ({ query }) => ({ status: 200, body: selectIntakes(onRecord(), query) }),
    scenarios: { empty: () => ({ status: 200, body: [] }) },
  };
}
