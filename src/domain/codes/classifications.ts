import type { ListName, Option } from '../form/form.ts';
import { EMPLOYMENT_STATUSES } from './employment.ts';
import { INDUSTRIES } from './industries.ts';
import { OCCUPATIONS } from './occupations.ts';
import { QUALIFICATION_LEVELS, QUALIFICATION_RECOGNITIONS } from './qualifications.ts';
import { VISA_TYPES } from './visa-types.ts';

/** The built-in lists, used where their calls fail (spec §4 "Dropdown classification lists fall back"). */
export const DEFAULT_CLASSIFICATIONS: Readonly<
  Record<Exclude<ListName, 'intakes' | 'intakeYears'>, readonly Option[]>
> = {
  employmentStatuses: EMPLOYMENT_STATUSES,
  industries: INDUSTRIES,
  occupations: OCCUPATIONS,
  qualificationLevels: QUALIFICATION_LEVELS,
  qualificationRecognitions: QUALIFICATION_RECOGNITIONS,
  visaTypes: VISA_TYPES,
};
