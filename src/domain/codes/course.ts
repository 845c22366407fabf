/** The one course on offer (R1.5). */
export const COURSE = {
  id: 'CPC50220',
  name: 'Diploma of Building and Construction (Building)',
  /** The name on the landing page. */
  shortName: 'Diploma of Building and Construction',
  campusId: 1,
  type: 'VET',
  /** Calendar days from start to finish. */
  days: 462,
  /** Calendar days from now to the start if no intake was chosen. */
  daysToDefaultStart: 30,
} as const;

/** 'Already submitted', the label of submitted records (R7.13). */
export const SUBMITTED_STATUS = '已提交';
