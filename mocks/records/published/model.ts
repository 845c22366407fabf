/** What a key of the published model holds; `Nullable` types take null and an absent key. */
export type Member =
  | { readonly is: 'string' | 'email' | 'phone' | 'postcode'; readonly required?: true }
  | { readonly is: 'date' | 'int' | 'decimal' | 'bool'; readonly required?: true }
  | { readonly is: 'enum'; readonly name: string; readonly values: readonly string[]; readonly required?: true }
  | { readonly is: 'object' | 'list'; readonly members: Members; readonly required?: true };

export type Members = Readonly<Record<string, Member>>;

const TEXT = { is: 'string' } as const;
const REQUIRED_TEXT = { is: 'string', required: true } as const;
const DATE = { is: 'date' } as const;
const REQUIRED_DATE = { is: 'date', required: true } as const;
const YES_OR_NO = { is: 'bool' } as const;
const REQUIRED_YES_OR_NO = { is: 'bool', required: true } as const;
const FEE = { is: 'decimal', required: true } as const;

const oneOf = (name: string, values: readonly string[]) => ({ is: 'enum', name, values, required: true }) as const;

const COMPLIANCE: Members = {
  CountryBirth: REQUIRED_TEXT,
  Nationality: REQUIRED_TEXT,
  PassportNumber: TEXT,
  PassportExpiryDate: DATE,
  VisaType: REQUIRED_TEXT,
  VisaNumber: TEXT,
  VisaExpiryDate: DATE,
  FirstLanguage: REQUIRED_TEXT,
  HowWellEngSpeak: TEXT,
  StudyReason: REQUIRED_TEXT,
  CurrentEmployStatus: REQUIRED_TEXT,
  IndustryEmployment: TEXT,
  OccupationCode: TEXT,
  USI: TEXT,
  IsAboriginal: REQUIRED_YES_OR_NO,
  IsTorresStraitIslander: REQUIRED_YES_OR_NO,
  IsEngLanguageInClass: REQUIRED_YES_OR_NO,
  EngTestType: TEXT,
  EngTestDate: DATE,
  EngTestListeningScore: TEXT,
  EngTestReadingScore: TEXT,
  EngTestWritingScore: TEXT,
  EngTestSpeakingScore: TEXT,
  EngTestOverallScore: TEXT,
  HighSchoolLevel: TEXT,
  HighSchoolYearCompleted: TEXT,
  IsStillAtHighSchool: YES_OR_NO,
  IsDisabled: YES_OR_NO,
  IsRequestHelpForDisabled: YES_OR_NO,
  SchoolType: TEXT,
};

const ADDRESS: Members = {
  AddressType: oneOf('EnumAddressCategory', ['Current', 'Postal', 'Overseas']),
  IsPrimary: REQUIRED_YES_OR_NO,
  BuildingName: TEXT,
  FlatUnitDetail: TEXT,
  StreetNumber: REQUIRED_TEXT,
  StreetName: REQUIRED_TEXT,
  Suburb: REQUIRED_TEXT,
  State: REQUIRED_TEXT,
  Country: REQUIRED_TEXT,
  Postcode: { is: 'postcode', required: true },
  Phone: { is: 'phone' },
  Fax: { is: 'phone' },
  Mobile: { is: 'phone' },
};

const COURSE: Members = {
  CourseId: REQUIRED_TEXT,
  CampusId: { is: 'int', required: true },
  IntakeDate: REQUIRED_DATE,
  StartDate: REQUIRED_DATE,
  FinishDate: REQUIRED_DATE,
  ELICOS_NumOfWeeks: { is: 'int' },
  TuitionFee: FEE,
  EnrolmentFee: FEE,
  MaterialFee: FEE,
  UpfrontFee: FEE,
  SpecialCondition: TEXT,
  ApplicationRequest: TEXT,
  Status: TEXT,
};

/** The keys of an offer that the vendor's help pages list. Any other key is dropped, as the framework does. */
export const PUBLISHED_OFFER: Members = {
  OfferId: TEXT,
  TimeStamp: DATE,
  Title: oneOf('EnumTitle', ['Mr', 'Ms', 'Mrs', 'Miss', 'Dr', 'Rev', 'Hon', 'Undefined']),
  FirstName: REQUIRED_TEXT,
  MiddleName: TEXT,
  LastName: REQUIRED_TEXT,
  Gender: oneOf('EnumGender', ['M', 'F', 'X']),
  DoB: REQUIRED_DATE,
  Email: { is: 'email', required: true },
  StudentOrigin: oneOf('EnumOrigin', ['OverseasStudent', 'OverseasStudentInAustralia', 'ResidentStudent']),
  ComplianceAndOtherInfo: { is: 'object', members: COMPLIANCE, required: true },
  Addresses: { is: 'list', members: ADDRESS, required: true },
  AppliedCourses: { is: 'list', members: COURSE, required: true },
  Disabilities: { is: 'list', members: { DisabilityCode: TEXT, DisabilityName: TEXT, OtherValue: TEXT } },
  EmergencyContact: {
    is: 'object',
    members: {
      ContactType: oneOf('EnumContactType', ['Emergency', 'Guardian']),
      Relationship: TEXT,
      ContactName: REQUIRED_TEXT,
      Address: TEXT,
      Phone: { is: 'phone', required: true },
      Email: { is: 'email' },
    },
  },
  EducationHistoryList: {
    is: 'list',
    members: {
      QualificationName: TEXT,
      InstituteName: TEXT,
      InstituteLocation: TEXT,
      YearCompleted: { is: 'int' },
      EducationLevelCode: TEXT,
      AchievementRecognitionCode: TEXT,
    },
  },
  EmploymentHistoryList: {
    is: 'list',
    members: {
      EmployerName: REQUIRED_TEXT,
      JobTitle: REQUIRED_TEXT,
      JobDescription: TEXT,
      FromDate: DATE,
      ToDate: DATE,
    },
  },
  Leads_MarketingCampaign: {
    is: 'object',
    members: { KnowFrom: TEXT, LeadSource: TEXT, CampaignName: REQUIRED_TEXT },
    required: true,
  },
};
