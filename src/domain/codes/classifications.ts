import { choices } from '../form/define-fields.ts';
import type { ListName, Option } from '../form/form.ts';

/** Built-in employment statuses (R3.12). */
export const EMPLOYMENT_STATUSES = [
  { value: '01', label: 'Full-time employee' },
  { value: '02', label: 'Part-time' },
  { value: '03', label: 'Self-employed not employing others' },
  { value: '04', label: 'Employer' },
  { value: '05', label: 'Unpaid family business' },
  { value: '06', label: 'Unemployed seeking full-time' },
  { value: '07', label: 'Unemployed seeking part-time' },
  { value: '08', label: 'Not employed not seeking' },
  { value: '@@', label: 'Not Specified' },
] as const;

/** Built-in industries: the divisions A to S of ANZSIC. */
export const INDUSTRIES = [
  { value: 'A', label: 'Agriculture, Forestry and Fishing' },
  { value: 'B', label: 'Mining' },
  { value: 'C', label: 'Manufacturing' },
  { value: 'D', label: 'Electricity, Gas, Water and Waste Services' },
  { value: 'E', label: 'Construction' },
  { value: 'F', label: 'Wholesale Trade' },
  { value: 'G', label: 'Retail Trade' },
  { value: 'H', label: 'Accommodation and Food Services' },
  { value: 'I', label: 'Transport, Postal and Warehousing' },
  { value: 'J', label: 'Information Media and Telecommunications' },
  { value: 'K', label: 'Financial and Insurance Services' },
  { value: 'L', label: 'Rental, Hiring and Real Estate Services' },
  { value: 'M', label: 'Professional, Scientific and Technical Services' },
  { value: 'N', label: 'Administrative and Support Services' },
  { value: 'O', label: 'Public Administration and Safety' },
  { value: 'P', label: 'Education and Training' },
  { value: 'Q', label: 'Health Care and Social Assistance' },
  { value: 'R', label: 'Arts and Recreation Services' },
  { value: 'S', label: 'Other Services' },
  { value: '@@', label: 'Not specified' },
] as const;

/** Built-in occupations: the major groups of ANZSCO, and two kinds of other. */
export const OCCUPATIONS = [
  { value: '1', label: 'Manager' },
  { value: '2', label: 'Professional' },
  { value: '3', label: 'Technicians and Trades Workers' },
  { value: '4', label: 'Community and Personal Service Workers' },
  { value: '5', label: 'Clerical and Administrative Workers' },
  { value: '6', label: 'Sales Workers' },
  { value: '7', label: 'Machinery Operators and Drivers' },
  { value: '8', label: 'Labourers' },
  { value: '9', label: 'Other' },
  { value: '109', label: 'Option 109 - Other' },
  { value: '@@', label: 'Not specified' },
] as const;

/** Built-in qualification levels (ASCED-style codes of the records API). */
export const QUALIFICATION_LEVELS = [
  { value: '008', label: 'Bachelor or Higher Degree' },
  { value: '410', label: 'Advanced Diploma or Associate Degree' },
  { value: '420', label: 'Diploma' },
  { value: '511', label: 'Certificate IV' },
  { value: '514', label: 'Certificate III' },
  { value: '521', label: 'Certificate II' },
  { value: '524', label: 'Certificate I' },
  { value: '990', label: 'Miscellaneous Education' },
] as const;

/** How a qualification is recognised. */
export const QUALIFICATION_RECOGNITIONS = [
  { value: 'I', label: 'I - International' },
  { value: 'A', label: 'A - Australian qualification' },
  { value: 'E', label: 'E - Australian equivalent' },
] as const;

/** The visa that an applicant has or asks for. Sent to the workflow as VisaStatus; the offer's VisaType is constant. */
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

/** The built-in lists, used if their calls fail (R10.11). */
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
