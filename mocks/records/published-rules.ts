import { hasCode, visaStatuses } from './published-lists.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * A rule from the help pages about values of the right type. We made up the numeric codes, because the pages give none.
 */
type Rule = readonly [code: string, message: string, isBroken: (offer: Json, compliance: Json) => boolean];

const listOf = (value: Json, key: string): readonly Json[] => (Array.isArray(value[key]) ? value[key] : []);
const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';

/** A code, if present, must be in its list. */
const inList = (code: string, key: string, list: string): Rule => [
  code,
  `${key} is not one of ${list}.`,
  (_, compliance) => isGiven(compliance[key]) && !hasCode(list, compliance[key]),
];

const RULES: readonly Rule[] = [
  [
    '1021',
    'A passport number is required for overseas students.',
    ({ StudentOrigin }, { PassportNumber }) => StudentOrigin !== 'ResidentStudent' && !isGiven(PassportNumber),
  ],
  [
    '1022',
    'The passport expiry date is required.',
    (_, { PassportNumber, PassportExpiryDate }) => isGiven(PassportNumber) && !isGiven(PassportExpiryDate),
  ],
  [
    '1023',
    'The visa type contradicts the origin of the student.',
    ({ StudentOrigin }, { VisaType }) => !visaStatuses(String(StudentOrigin)).some(([value]) => value === VisaType),
  ],
  inList('1031', 'StudyReason', 'StudyReasonCodes'),
  inList('1032', 'CurrentEmployStatus', 'EmploymentStatuses'),
  inList('1033', 'IndustryEmployment', 'IndustryOfEmployments'),
  inList('1034', 'OccupationCode', 'OccupationCodes'),
  [
    '1041',
    'A current address is required.',
    (offer) => !listOf(offer, 'Addresses').some(({ AddressType }) => AddressType === 'Current'),
  ],
  [
    '1042',
    'Current and postal addresses must be primary.',
    (offer) =>
      listOf(offer, 'Addresses').some(({ AddressType, IsPrimary }) => AddressType !== 'Overseas' && IsPrimary !== true),
  ],
  ['1051', 'A course is required.', (offer) => listOf(offer, 'AppliedCourses').length === 0],
  [
    '1052',
    'The upfront fee is above the tuition fee.',
    (offer) =>
      listOf(offer, 'AppliedCourses').some(({ UpfrontFee, TuitionFee }) => Number(UpfrontFee) > Number(TuitionFee)),
  ],
  [
    '1061',
    'Disabilities contradict IsDisabled.',
    (offer, { IsDisabled }) => listOf(offer, 'Disabilities').length > 0 !== (IsDisabled === true),
  ],
];

/** Code to message of every broken rule, for an offer with a valid model. */
export function brokenRules(offer: Json): Record<string, string> {
  const compliance: Json = Object(offer.ComplianceAndOtherInfo);
  const broken = RULES.filter(([, , isBroken]) => isBroken(offer, compliance));
  return Object.fromEntries(broken.map(([code, message]) => [code, message]));
}
