import { hasCode, visaStatuses } from './lists.ts';

type Json = Readonly<Record<string, unknown>>;

const inside = (value: unknown, key: string): Json => Object((value as Json)[key]);
const listOf = (value: Json, key: string): readonly Json[] => (Array.isArray(value[key]) ? value[key] : []);
const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';

interface Rule {
  /** The numeric code under which the answer has it. The codes are made up: the help pages name none. */
  readonly code: string;
  readonly message: string;
  readonly isBroken: (offer: Json, compliance: Json) => boolean;
}

/** A code that is given has to be in its list. */
const inList = (code: string, key: string, list: string): Rule => ({
  code,
  message: `${key} is not one of ${list}.`,
  isBroken: (_, compliance) => isGiven(compliance[key]) && !hasCode(list, compliance[key]),
});

/** What the help pages say of values that have the right type. */
const RULES: readonly Rule[] = [
  {
    code: '1021',
    message: 'A passport number is required for overseas students.',
    isBroken: ({ StudentOrigin }, { PassportNumber }) =>
      StudentOrigin !== 'ResidentStudent' && !isGiven(PassportNumber),
  },
  {
    code: '1022',
    message: 'A passport needs its expiry date.',
    isBroken: (_, { PassportNumber, PassportExpiryDate }) => isGiven(PassportNumber) && !isGiven(PassportExpiryDate),
  },
  {
    code: '1023',
    message: 'The visa type does not fit the origin of the student.',
    isBroken: ({ StudentOrigin }, { VisaType }) =>
      !visaStatuses(String(StudentOrigin)).some(([value]) => value === VisaType),
  },
  inList('1031', 'StudyReason', 'StudyReasonCodes'),
  inList('1032', 'CurrentEmployStatus', 'EmploymentStatuses'),
  inList('1033', 'IndustryEmployment', 'IndustryOfEmployments'),
  inList('1034', 'OccupationCode', 'OccupationCodes'),
  {
    code: '1041',
    message: 'A current address is required.',
    isBroken: (offer) => !listOf(offer, 'Addresses').some(({ AddressType }) => AddressType === 'Current'),
  },
  {
    code: '1042',
    message: 'A current and a postal address are always primary.',
    isBroken: (offer) =>
      listOf(offer, 'Addresses').some(({ AddressType, IsPrimary }) => AddressType !== 'Overseas' && IsPrimary !== true),
  },
  {
    code: '1051',
    message: 'A course is required.',
    isBroken: (offer) => listOf(offer, 'AppliedCourses').length === 0,
  },
  {
    code: '1052',
    message: 'The upfront fee is above the tuition fee.',
    isBroken: (offer) =>
      listOf(offer, 'AppliedCourses').some(({ UpfrontFee, TuitionFee }) => Number(UpfrontFee) > Number(TuitionFee)),
  },
  {
    code: '1061',
    message: 'Disabilities do not fit IsDisabled.',
    isBroken: (offer, { IsDisabled }) => listOf(offer, 'Disabilities').length > 0 !== (IsDisabled === true),
  },
];

/** Code to message of every broken rule, for an offer whose model is in order. */
export function brokenRules(offer: Json): Record<string, string> {
  const compliance = inside(offer, 'ComplianceAndOtherInfo');
  return Object.fromEntries(
    RULES.filter(({ isBroken }) => isBroken(offer, compliance)).map(({ code, message }) => [code, message]),
  );
}
