import { choices } from '../form/choices.ts';

/** The visa an applicant holds or asks for: goes to the workflow as VisaStatus; the offer's own VisaType is fixed. */
export const VISA_TYPES = choices(
  'Student Visa',
  'Visitor Visa',
  'Working Holiday Visa',
  'Temporary Graduate Visa',
  'Temporary Skilled Worker Visa',
  'Partner or Dependant Visa',
  'Bridging Visa',
  'Permanent Resident Visa',
  'Other Visa',
  'No visa yet',
);
