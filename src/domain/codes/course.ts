/** The one course on offer (R1.5). */
export const COURSE = {
  id: 'CPC50220',
  name: 'Diploma of Building and Construction (Building)',
  /** As the landing page calls it. */
  shortName: 'Diploma of Building and Construction',
  campusId: 1,
  type: 'VET',
  /** Calendar days from start to finish. */
  days: 462,
  /** Calendar days from now to the start when no intake was chosen. */
  daysToDefaultStart: 30,
} as const;

/** 'Already submitted', as submitted records are labelled (R7.13). */
export const SUBMITTED_STATUS = '已提交';
