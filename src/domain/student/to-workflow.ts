import { DEFAULT_CLASSIFICATIONS } from '../codes/classifications.ts';
import { SUBMITTED_STATUS } from '../codes/course.ts';
import { labelWithoutCode } from '../codes/label-without-code.ts';
import { SCHOOL_LEVELS } from '../codes/schooling.ts';
import type { FormContext, Option } from '../form/form.ts';
import type { VisibleAnswers } from '../form/visible.ts';
import { type Filled, fill, Value } from '../payload/template.ts';
import type { StudentField } from './form.ts';
import { fixed, given, INSTANT, TEXT, text, textFrom } from './offer-values.ts';
import type { Offer } from './to-cricos-offer.ts';

/** What the workflow needs beside the answers. */
export interface WorkflowFacts {
  readonly submissionId: string;
  /** ISO date-time. */
  readonly submittedAt: string;
  /** The live lists, whose names come before the built-in ones. */
  readonly lists?: FormContext['lists'];
}

const NAME_AND_COUNTRY = { matches: /^[^|]*\S[^|]*\|[^|]*\S[^|]*$/, like: 'name|country', optional: true } as const;

/**
 * What the workflow is sent beside the offer's keys: the first education entry flattened, codes as full text, and what
 * the offer has no place for (R9.3).
 */
export const WORKFLOW = {
  QualificationName: text('qualificationName'),
  InstitutionName: text('institutionName'),
  StateCountry: text('stateCountry'),
  QualificationLevel: words('qualificationLevel', 'qualificationLevels'),
  QualificationRecognition: words('qualificationRecognition', 'qualificationRecognitions'),
  CurrentEmploymentStatusText: words('currentEmploymentStatus', 'employmentStatuses'),
  IndustryOfEmploymentText: words('industryOfEmployment', 'industries'),
  OccupationText: words('occupationIdentifier', 'occupations'),
  HighestSchoolLevelText: textFrom(
    (answers) => fullText(given(answers, 'highestSchoolLevel'), SCHOOL_LEVELS),
    'highestSchoolLevel',
  ),
  EnglishLanguageProficiencyMethod: text('hasCompletedEnglishTest'),
  HowDidYouHearAboutUs: text('howDidYouHearAboutUs'),
  HowDidYouHearDetails: text('howDidYouHearDetails'),
  AgentName: text('agentName'),
  AgentEmail: text('agentEmail'),
  SelectedAgent: new Value((answers) => given(answers, 'selectedAgent'), NAME_AND_COUNTRY, 'selectedAgent'),
  VisaStatus: words('visaType', 'visaTypes'),
  SubmissionId: new Value((_, facts: WorkflowFacts) => facts.submissionId, TEXT),
  Status: fixed(SUBMITTED_STATUS),
  SubmittedAt: new Value((_, facts: WorkflowFacts) => facts.submittedAt, INSTANT),
};

export type WorkflowPayload = Offer & Filled<typeof WORKFLOW>;

/** The workflow's JSON. `answers` are those that the offer was made of. */
export function toWorkflow(offer: Offer, answers: VisibleAnswers, facts: WorkflowFacts): WorkflowPayload {
  return { ...offer, ...fill(WORKFLOW, answers, facts) };
}

/** A code in the words of its list: the live name, else the built-in label. */
function words(field: StudentField, list: keyof typeof DEFAULT_CLASSIFICATIONS) {
  return textFrom(
    (answers, { lists }: WorkflowFacts) =>
      fullText(given(answers, field), lists?.[list] ?? [], DEFAULT_CLASSIFICATIONS[list]),
    field,
  );
}

/** The first name that one of the lists has for a code, without the code itself; the code where the list does not know it. */
function fullText(code: string | null, ...lists: readonly (readonly Option[])[]): string | null {
  if (code === null) return null;
  const labels = lists.map((list) => list.find((option) => option.value === code)?.label);
  const label = labels.find((one) => one !== undefined) ?? code;
  return labelWithoutCode(label, code);
}
