/**
 * The type of a key in the published model. Types that the help pages call `Nullable` accept null and an absent key.
 */
type Member =
  | { readonly is: 'string' | 'email' | 'phone' | 'postcode'; readonly required?: boolean }
  | { readonly is: 'date' | 'int' | 'decimal' | 'bool'; readonly required?: boolean }
  | { readonly is: 'enum'; readonly name: string; readonly values: readonly string[]; readonly required?: boolean }
  | { readonly is: 'object' | 'list'; readonly members: Members; readonly required?: boolean };

type Members = Readonly<Record<string, Member>>;

type Plain = Exclude<Member['is'], 'enum' | 'object' | 'list'>;

/** Members of one type; a name that ends with `!` is required. */
const members = (is: Plain, names: string): Members =>
  Object.fromEntries(names.split(' ').map((name) => [name.replace('!', ''), { is, required: name.endsWith('!') }]));

const oneOf = (name: string, values: string): Member => ({
  is: 'enum',
  name,
  values: values.split(' '),
  required: true,
});

const COMPLIANCE: Members = {
  ...members('string', 'CountryBirth! Nationality! PassportNumber VisaType! VisaNumber FirstLanguage! HowWellEngSpeak'),
  ...members('string', 'StudyReason! CurrentEmployStatus! IndustryEmployment OccupationCode USI EngTestType'),
  ...members('string', 'EngTestListeningScore EngTestReadingScore EngTestWritingScore EngTestSpeakingScore'),
  ...members('string', 'EngTestOverallScore HighSchoolLevel HighSchoolYearCompleted SchoolType'),
  ...members('date', 'PassportExpiryDate VisaExpiryDate EngTestDate'),
  ...members('bool', 'IsAboriginal! IsTorresStraitIslander! IsEngLanguageInClass! IsStillAtHighSchool IsDisabled'),
  ...members('bool', 'IsRequestHelpForDisabled'),
};

const ADDRESS: Members = {
  AddressType: oneOf('EnumAddressCategory', 'Current Postal Overseas'),
  ...members('bool', 'IsPrimary!'),
  ...members('string', 'BuildingName FlatUnitDetail StreetNumber! StreetName! Suburb! State! Country!'),
  ...members('postcode', 'Postcode!'),
  ...members('phone', 'Phone Fax Mobile'),
};

const COURSE: Members = {
  ...members('string', 'CourseId! SpecialCondition ApplicationRequest Status'),
  ...members('int', 'CampusId! ELICOS_NumOfWeeks'),
  ...members('date', 'IntakeDate! StartDate! FinishDate!'),
  ...members('decimal', 'TuitionFee! EnrolmentFee! MaterialFee! UpfrontFee!'),
};

const CONTACT: Members = {
  ContactType: oneOf('EnumContactType', 'Emergency Guardian'),
  ...members('string', 'Relationship ContactName! Address'),
  ...members('phone', 'Phone!'),
  ...members('email', 'Email'),
};

const EDUCATION: Members = {
  ...members(
    'string',
    'QualificationName InstituteName InstituteLocation EducationLevelCode AchievementRecognitionCode',
  ),
  ...members('int', 'YearCompleted'),
};

const EMPLOYMENT: Members = {
  ...members('string', 'EmployerName! JobTitle! JobDescription'),
  ...members('date', 'FromDate ToDate'),
};

/** The keys of an offer in the vendor's help pages. Other keys are dropped, as the vendor's framework does. */
export const PUBLISHED_OFFER: Members = {
  ...members('string', 'OfferId FirstName! MiddleName LastName!'),
  ...members('date', 'TimeStamp DoB!'),
  ...members('email', 'Email!'),
  Title: oneOf('EnumTitle', 'Mr Ms Mrs Miss Dr Rev Hon Undefined'),
  Gender: oneOf('EnumGender', 'M F X'),
  StudentOrigin: oneOf('EnumOrigin', 'OverseasStudent OverseasStudentInAustralia ResidentStudent'),
  ComplianceAndOtherInfo: { is: 'object', members: COMPLIANCE, required: true },
  Addresses: { is: 'list', members: ADDRESS, required: true },
  AppliedCourses: { is: 'list', members: COURSE, required: true },
  Disabilities: { is: 'list', members: members('string', 'DisabilityCode DisabilityName OtherValue') },
  EmergencyContact: { is: 'object', members: CONTACT },
  EducationHistoryList: { is: 'list', members: EDUCATION },
  EmploymentHistoryList: { is: 'list', members: EMPLOYMENT },
  Leads_MarketingCampaign: {
    is: 'object',
    members: members('string', 'KnowFrom LeadSource CampaignName!'),
    required: true,
  },
};

type Faults = readonly (readonly [path: string, message: string])[];

/** The framework's errors for a value that does not match this model: path to messages. Accepts any JSON. */
export function modelStateOf(model: Members, value: unknown): Record<string, string[]> {
  if (!isObject(value)) return { application: ['The application field is required.'] };
  return Object.fromEntries(faultsIn(model, value, '').map(([path, message]) => [`application.${path}`, [message]]));
}

const faultsIn = (model: Members, value: Readonly<Record<string, unknown>>, prefix: string): Faults =>
  Object.entries(model).flatMap(([key, member]) => faultsOf(member, value[key], key, prefix + key));

function faultsOf(member: Member, value: unknown, key: string, path: string): Faults {
  const inObject = (entry: unknown, at: string, model: Members) =>
    isObject(entry) ? faultsIn(model, entry, `${at}.`) : [unconvertible(entry, 'object', at)];
  if (isAbsent(member, value)) return member.required ? [[path, `The ${key} field is required.`]] : [];
  switch (member.is) {
    case 'object':
      return inObject(value, path, member.members);
    case 'list':
      if (!Array.isArray(value)) return [unconvertible(value, 'list', path)];
      return value.flatMap((entry, index) => inObject(entry, `${path}[${index}]`, member.members));
    case 'enum':
      return member.values.some((one) => one === value) ? [] : [unconvertible(value, member.name, path)];
    case 'date':
    case 'int':
    case 'decimal':
    case 'bool':
      return CONVERTIBLE[member.is].test(value) ? [] : [unconvertible(value, CONVERTIBLE[member.is].type, path)];
    default: {
      // Numbers and booleans are read as texts; objects and lists are not.
      if (typeof value === 'object') return [unconvertible(value, 'System.String', path)];
      const { pattern, name } = FORMATS[member.is];
      return pattern.test(String(value)) ? [] : [[path, `The ${key} field is not a valid ${name}.`]];
    }
  }
}

/** The framework treats a blank text as missing if the key is required, and as null if the type is not text. */
function isAbsent({ is }: Member, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'string' && value.trim() === '' && is !== 'object' && is !== 'list';
}

const numberOf = (value: unknown) => (typeof value === 'string' ? Number(value) : value);
const DATE = /^(\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d{1,7})?(Z|[+-]\d\d:\d\d)?)?|\d{1,2}\/\d{1,2}\/\d{4})$/;

const CONVERTIBLE = {
  date: { type: 'System.DateTime', test: (value: unknown) => typeof value === 'string' && DATE.test(value) },
  int: { type: 'System.Int32', test: (value: unknown) => Number.isInteger(numberOf(value)) },
  decimal: { type: 'System.Decimal', test: (value: unknown) => Number.isFinite(numberOf(value)) },
  bool: {
    type: 'System.Boolean',
    test: (value: unknown) => [true, false, 'true', 'false'].some((one) => one === value),
  },
};

const FORMATS = {
  string: { pattern: /^/, name: 'text' },
  email: { pattern: /^[^@\s]+@[^@\s]+$/, name: 'e-mail address' },
  phone: { pattern: /^[+\d][\d\s().-]*$/, name: 'phone number' },
  postcode: { pattern: /^[A-Za-z0-9][A-Za-z0-9 -]{0,9}$/, name: 'postal code' },
};

const unconvertible = (value: unknown, type: string, path: string) =>
  [path, `Error converting value ${JSON.stringify(value)} to type '${type}'. Path '${path}'.`] as const;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
