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
  const answer = (call: Call) => ({ status: 200, body: selectIntakes(onRecord(), call.query) });
  return {
    name: 'intakes',
    method: 'GET',
    path: `${base}/api/V1/CourseIntakes`,
    pace: 'read',
    read: readNothing,
    guard,
    answer,
    scenarios: {
      empty: () => ({ status: 200, body: [] }),
      'odd-rows': (call) => {
        const [good] = answer(call).body;
        const broken = good && [{ ...good, IntakeDate: 'soon' }, { ...good, IntakeDate: null }, good];
        return { status: 200, body: [null, 7, {}, ...(broken ?? [])] };
      },
    },
  };
}
