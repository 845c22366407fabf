import { EMPLOYMENT_STATUSES } from '../../codes/employment.ts';
import { INDUSTRIES } from '../../codes/industries.ts';
import { LANGUAGES, LANGUAGES_IN_WORDS } from '../../codes/languages.ts';
import { OCCUPATIONS } from '../../codes/occupations.ts';
import { QUALIFICATION_LEVELS, QUALIFICATION_RECOGNITIONS } from '../../codes/qualifications.ts';
import { SCHOOL_LEVELS } from '../../codes/schooling.ts';
import { choices, YES_OR_NO } from '../../form/choices.ts';
import { defineFields } from '../../form/define-fields.ts';
import { ENGLISH } from '../../form/shared-rules.ts';

const englishTest = {
  section: 'english-test',
  when: { field: 'hasCompletedEnglishTest', is: 'English test' },
} as const;
const score = {
  ...englishTest,
  kind: 'text',
  inputMode: 'decimal',
  width: 'half',
  rules: [
    { test: 'decimal', message: 'Please enter a valid number' },
    { test: 'minimum', limit: 0, message: 'Score must be 0 or greater' },
  ],
} as const;
const qualification = { section: 'qualification', when: { field: 'hasAchievedQualifications', is: 'Yes' } } as const;
/** Required by the wizard's step check; the form library lets them be empty. */
const requiredInWizard = { requiredWhen: { field: 'profile', is: 'wizard' } } as const;

/** Step 3: Education and Language. */
export const education = defineFields('education', {
  isAboriginal: {
    kind: 'radio',
    section: 'language-and-culture',
    label: 'Are you of Aboriginal origin?',
    options: YES_OR_NO,
    required: 'Please select if you are of Aboriginal origin',
    offer: 'ComplianceAndOtherInfo.IsAboriginal',
  },
  isTorresStraitIslander: {
    kind: 'radio',
    section: 'language-and-culture',
    label: 'Are you of Torres Strait Islander origin?',
    options: YES_OR_NO,
    required: 'Please select if you are of Torres Strait Islander origin',
    offer: 'ComplianceAndOtherInfo.IsTorresStraitIslander',
  },
  isEnglishMainLanguage: {
    kind: 'radio',
    section: 'language-and-culture',
    label: 'Is English your main language?',
    options: YES_OR_NO,
    required: 'Please select if English is your main language',
  },
  languageSpokenAtHome: {
    kind: 'select',
    section: 'language-and-culture',
    label: 'Language spoken at home',
    options: LANGUAGES,
    optional: true,
    when: { field: 'isEnglishMainLanguage', is: 'No' },
  },
  languageSpokenAtHomeOther: {
    kind: 'text',
    section: 'language-and-culture',
    label: 'Which language or languages?',
    optional: true,
    rules: [ENGLISH],
    when: { field: 'languageSpokenAtHome', in: LANGUAGES_IN_WORDS },
  },
  wasEnglishInstructionLanguage: {
    kind: 'radio',
    section: 'language-and-culture',
    label: 'Was English the language of instruction in your earlier studies?',
    options: YES_OR_NO,
    required: 'Please select if English was the language of instruction',
    offer: 'ComplianceAndOtherInfo.IsEngLanguageInClass',
  },
  hasCompletedEnglishTest: {
    kind: 'radio',
    section: 'english-test',
    label: 'How do you complete English Language Proficiency?',
    options: choices('English test', 'ELICOS Training'),
    required: 'Please select how you complete English Language Proficiency',
  },
  englishTestType: {
    ...englishTest,
    kind: 'radio',
    label: 'English test type',
    options: choices('IELTS', 'PTE', 'TOEFL'),
    required: 'Please select English test type',
    offer: 'ComplianceAndOtherInfo.EngTestType',
  },
  listeningScore: {
    ...score,
    label: 'Listening score',
    required: 'Please enter listening score',
    offer: 'ComplianceAndOtherInfo.EngTestListeningScore',
  },
  readingScore: {
    ...score,
    label: 'Reading score',
    required: 'Please enter reading score',
    offer: 'ComplianceAndOtherInfo.EngTestReadingScore',
  },
  writingScore: {
    ...score,
    label: 'Writing score',
    required: 'Please enter writing score',
    offer: 'ComplianceAndOtherInfo.EngTestWritingScore',
  },
  speakingScore: {
    ...score,
    label: 'Speaking score',
    required: 'Please enter speaking score',
    offer: 'ComplianceAndOtherInfo.EngTestSpeakingScore',
  },
  overallScore: {
    ...score,
    label: 'Overall score',
    required: 'Please enter overall score',
    offer: 'ComplianceAndOtherInfo.EngTestOverallScore',
  },
  engTestDate: {
    ...englishTest,
    kind: 'date',
    label: 'Test date',
    width: 'half',
    required: 'Please select test date',
    rules: [
      {
        test: 'notInFuture',
        message: 'Test date cannot be in the future',
        formLibraryMessage: 'Test date must be today or in the past',
      },
    ],
    offer: 'ComplianceAndOtherInfo.EngTestDate',
  },
  highestSchoolLevel: {
    kind: 'select',
    section: 'education-background',
    label: 'Highest completed school level',
    options: SCHOOL_LEVELS,
    required: 'Please select your highest completed school level',
    offer: 'ComplianceAndOtherInfo.HighSchoolLevel',
  },
  isStillAttendingSchool: {
    ...requiredInWizard,
    kind: 'radio',
    section: 'education-background',
    label: 'Are you still attending school?',
    options: YES_OR_NO,
    required: 'Please select if you are still attending school',
    offer: 'ComplianceAndOtherInfo.IsStillAtHighSchool',
  },
  hasAchievedQualifications: {
    kind: 'radio',
    section: 'qualification',
    label: 'Have you achieved any qualifications?',
    options: YES_OR_NO,
    required: 'Please select if you have achieved any qualifications',
  },
  qualificationLevel: {
    ...qualification,
    kind: 'select',
    label: 'Qualification level',
    options: QUALIFICATION_LEVELS,
    optionsFrom: 'qualificationLevels',
    required: 'Please select your qualification level',
    offer: 'EducationHistoryList.EducationLevelCode',
  },
  qualificationName: {
    ...qualification,
    kind: 'text',
    label: 'Qualification name',
    required: 'Please enter your qualification name',
    rules: [ENGLISH],
    offer: 'EducationHistoryList.QualificationName',
  },
  qualificationRecognition: {
    ...qualification,
    kind: 'select',
    label: 'Qualification recognition',
    options: QUALIFICATION_RECOGNITIONS,
    optionsFrom: 'qualificationRecognitions',
    required: 'Please select your qualification recognition',
    offer: 'EducationHistoryList.AchievementRecognitionCode',
  },
  institutionName: {
    ...qualification,
    kind: 'text',
    label: 'Institution name',
    required: 'Please enter your institution name',
    rules: [ENGLISH],
    offer: 'EducationHistoryList.InstituteName',
  },
  stateCountry: {
    ...qualification,
    kind: 'text',
    label: 'State/country',
    help: 'Where the institution is',
    required: 'Please enter state/country',
    rules: [ENGLISH],
    offer: 'EducationHistoryList.InstituteLocation',
  },
  currentEmploymentStatus: {
    kind: 'select',
    section: 'employment',
    label: 'Current employment status',
    options: EMPLOYMENT_STATUSES,
    optionsFrom: 'employmentStatuses',
    required: 'Please select your current employment status',
    offer: 'ComplianceAndOtherInfo.CurrentEmployStatus',
  },
  industryOfEmployment: {
    ...requiredInWizard,
    kind: 'select',
    section: 'employment',
    label: 'Industry of employment',
    options: INDUSTRIES,
    optionsFrom: 'industries',
    required: 'Please select your industry of employment',
    offer: 'ComplianceAndOtherInfo.IndustryEmployment',
  },
  occupationIdentifier: {
    ...requiredInWizard,
    kind: 'select',
    section: 'employment',
    label: 'Occupation',
    options: OCCUPATIONS,
    optionsFrom: 'occupations',
    required: 'Please select your occupation',
    offer: 'ComplianceAndOtherInfo.OccupationCode',
  },
});
