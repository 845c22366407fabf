import type { Shape } from './shape.ts';

const text = { is: 'text' } as const;
const dateTime = { is: 'date-time' } as const;
const yesNo = { is: 'true or false' } as const;
const maybe = <S extends Shape>(shape: S) => ({ ...shape, optional: true }) as const;
const always = (...oneOf: (string | number | boolean)[]) => ({ oneOf });

const address = (type: 'Current' | 'Postal'): Shape => ({
  object: {
    AddressType: always(type),
    IsPrimary: always(type === 'Current'),
    BuildingName: maybe(text),
    FlatUnitDetail: maybe(text),
    StreetNumber: text,
    StreetName: text,
    Suburb: text,
    State: text,
    Postcode: text,
    Country: text,
    Mobile: text,
  },
});

const score = { is: 'number', optional: true } as const;
const compliance: Shape = {
  object: {
    CountryBirth: text,
    Nationality: text,
    PassportNumber: text,
    PassportExpiryDate: dateTime,
    VisaType: always('Student Visa'),
    VisaNumber: text,
    FirstLanguage: maybe(text),
    StudyReason: always('04'),
    CurrentEmployStatus: text,
    IndustryEmployment: maybe(text),
    OccupationCode: maybe(text),
    USI: maybe(text),
    IsAboriginal: yesNo,
    IsTorresStraitIslander: yesNo,
    IsEngLanguageInClass: yesNo,
    EngTestType: maybe(always('IELTS', 'PTE', 'TOEFL')),
    EngTestDate: maybe(dateTime),
    EngTestListeningScore: score,
    EngTestReadingScore: score,
    EngTestWritingScore: score,
    EngTestSpeakingScore: score,
    EngTestOverallScore: score,
    HighSchoolLevel: text,
    IsStillAtHighSchool: maybe(yesNo),
    SchoolType: always('Government'),
    IsDisabled: always(false),
  },
};

const course: Shape = {
  object: {
    CourseId: always('CPC50220'),
    CampusId: always(1),
    IntakeDate: dateTime,
    StartDate: dateTime,
    FinishDate: dateTime,
    TuitionFee: always(0),
    EnrolmentFee: always(0),
    MaterialFee: always(0),
    UpfrontFee: always(0),
    Status: always('Pending'),
  },
};

const education: Shape = {
  object: {
    QualificationName: text,
    InstituteName: text,
    InstituteLocation: text,
    YearCompleted: { is: 'number' },
    EducationLevelCode: text,
    AchievementRecognitionCode: text,
  },
};

const emergencyContact: Shape = {
  object: {
    ContactType: always('Guardian', 'Emergency'),
    Relationship: text,
    ContactName: text,
    Address: maybe(text),
    Phone: text,
    Email: text,
    LanguagesSpoken: maybe(text),
  },
};

/** The offer payload (spec §3 "Offer payload", contract §5). */
const offerKeys = {
  OfferId: { matches: /^OFFER_\d{8}_\d{9}$/, like: 'OFFER_20260117_093015123' },
  TimeStamp: dateTime,
  Title: text,
  FirstName: text,
  MiddleName: maybe(text),
  LastName: text,
  PreferredName: maybe(text),
  Gender: always('M', 'F', 'X'),
  DoB: dateTime,
  Email: text,
  Birthplace: maybe(text),
  StudentOrigin: always('OverseasStudent'),
  ComplianceAndOtherInfo: compliance,
  CurrentAddress: address('Current'),
  PostalAddress: maybe(address('Postal')),
  AppliedCourses: { listOf: course, length: [1, 1] },
  EmergencyContact: emergencyContact,
  EducationHistoryList: { listOf: education, length: [0, 1] },
  EmploymentHistoryList: { listOf: text, length: [0, 0] },
  Disabilities: { listOf: text, length: [0, 0] },
  Leads_MarketingCampaign: {
    object: { KnowFrom: maybe(text), LeadSource: always('Agent', 'Direct'), CampaignName: text },
  },
} as const satisfies Readonly<Record<string, Shape>>;

/** What the workflow endpoint takes: the offer's keys, the flattened education entry, codes as full text (contract §5). */
export const WORKFLOW_SHAPE: Shape = {
  object: {
    ...offerKeys,
    QualificationName: maybe(text),
    InstitutionName: maybe(text),
    StateCountry: maybe(text),
    QualificationLevel: maybe(text),
    QualificationRecognition: maybe(text),
    CurrentEmploymentStatusText: text,
    IndustryOfEmploymentText: maybe(text),
    OccupationText: maybe(text),
    HighestSchoolLevelText: text,
    EnglishLanguageProficiencyMethod: text,
    HowDidYouHearAboutUs: text,
    HowDidYouHearDetails: maybe(text),
    AgentName: maybe(text),
    AgentEmail: maybe(text),
    SelectedAgent: maybe({ matches: /^[^|]*\S[^|]*\|[^|]*\S[^|]*$/, like: 'name|country' }),
    VisaStatus: text,
    SubmissionId: text,
    Status: text,
    SubmittedAt: dateTime,
  },
};
