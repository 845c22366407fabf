import { SUBMITTED_STATUS } from '../codes/course.ts';
import type { Answers } from '../form/form.ts';
import { answerText } from '../form/typed-text.ts';
import type { VisibleAnswers } from '../form/visible.ts';
import { type AttachedFile, answerParts, type MultipartFields, yesOrNo } from '../payload/multipart.ts';

export interface StudentFlowFacts {
  /** ISO date-time. */
  readonly submissionDate: string;
  readonly documents: readonly AttachedFile[];
}

const PERSON = ['firstName', 'middleName', 'familyName', 'gender', 'preferredName', 'dateOfBirth', 'email'];
const ORIGIN = ['birthplace', 'countryOfBirth', 'nationality'];
const PASSPORT = ['passportNumber', 'passportExpiryDate', 'visaNumber', 'visaExpiryDate'];
const ADDRESS = ['country', 'buildingName', 'flatDetails', 'streetNumber', 'streetName', 'cityTownSuburb', 'state'];
const PHONES = ['postcode', 'homePhone', 'workPhone', 'mobilePhone', 'languageInHome'];
const STUDY = ['intakeYear', 'course', 'preferredStudyPeriod'];

/** The text parts for the student automation flow (R9.13); the files are the parts named by `SHORT_DOCUMENTS`. */
export function toStudentFlow(
  answers: VisibleAnswers,
  { submissionDate, documents }: StudentFlowFacts,
): MultipartFields {
  const has = (slot: string) => documents.some((document) => document.slot === slot);
  return [
    ['title', fullName(answers)],
    ...answerParts(answers, 'studentType', 'selectedAgent'),
    ...answerParts(answers, ...PERSON, ...ORIGIN, ...PASSPORT, ...ADDRESS, ...PHONES, ...STUDY),
    ['submissionDate', submissionDate],
    ['status', SUBMITTED_STATUS],
    ['hasFiles', String(documents.length > 0)],
    ['fileCount', String(documents.length)],
    ['hasPhotoId', String(has('photo-id'))],
    ['hasResidencyProof', String(has('residency-proof'))],
    ['Photo ID', yesOrNo(has('photo-id'))],
    ['Residency/Visa proof', yesOrNo(has('residency-proof'))],
  ];
}

function fullName(answers: Answers): string {
  return [answers.firstName, answers.middleName, answers.familyName].map(answerText).filter(Boolean).join(' ');
}
