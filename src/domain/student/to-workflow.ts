import { DEFAULT_CLASSIFICATIONS } from '../codes/classifications.ts';
import { SUBMITTED_STATUS } from '../codes/course.ts';
import { labelWithoutCode } from '../codes/label-without-code.ts';
import { SCHOOL_LEVELS } from '../codes/schooling.ts';
import type { FormContext, Option } from '../form/form.ts';
import type { VisibleAnswers } from '../form/visible.ts';
import { type Filled, fill, Value } from '../payload/template.ts';
import type { StudentField } from './form.ts';
import { answerOrNull, fixed, INSTANT, TEXT, text, textFrom } from './offer-values.ts';
import type { Offer } from './to-cricos-offer.ts';

/** What the workflow needs beside the answers. */
export interface WorkflowFacts {
  readonly submissionId: string;
  /** ISO date-time. */
  readonly submittedAt: string;
  /** The live lists; their labels have priority over the built-in ones. */
  readonly lists?: FormContext['lists'];
}

const NAME_AND_COUNTRY = { matches: /^[^|]*\S[^|]*\|[^|]*\S[^|]*$/, like: 'name|country', optional: true } as const;

/**
 * The workflow's keys beside the offer's: the first education entry flattened, codes as full text, and answers that the
 * offer does not have (R9.3).
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
    (answers) => fullText(answerOrNull(answers, 'highestSchoolLevel'), SCHOOL_LEVELS),
    'highestSchoolLevel',
  ),
  EnglishLanguageProficiencyMethod: text('hasCompletedEnglishTest'),
  HowDidYouHearAboutUs: text('howDidYouHearAboutUs'),
  HowDidYouHearDetails: text('howDidYouHearDetails'),
  AgentName: text('agentName'),
  AgentEmail: text('agentEmail'),
  SelectedAgent: new Value((answers) => answerOrNull(answers, 'selectedAgent'), NAME_AND_COUNTRY, 'selectedAgent'),
  VisaStatus: words('visaType', 'visaTypes'),
  SubmissionId: new Value((_, facts: WorkflowFacts) => facts.submissionId, TEXT),
  Status: fixed(SUBMITTED_STATUS),
  SubmittedAt: new Value((_, facts: WorkflowFacts) => facts.submittedAt, INSTANT),
};

export type WorkflowPayload = Offer & Filled<typeof WORKFLOW>;

/** `answers`: those that the offer was made of. */
export function toWorkflow(offer: Offer, answers: VisibleAnswers, facts: WorkflowFacts): WorkflowPayload {
  return { ...offer, ...fill(WORKFLOW, answers, facts) };
}

/** The label of a code: from the live list, else from the built-in one. */
function words(field: StudentField, list: keyof typeof DEFAULT_CLASSIFICATIONS) {
  return textFrom(
    (answers, { lists }: WorkflowFacts) =>
      fullText(answerOrNull(answers, field), lists?.[list] ?? [], DEFAULT_CLASSIFICATIONS[list]),
    field,
  );
}

/** The label of a code in the first list that has it, without the code in it; the code if no list has it. */
function fullText(code: string | null, ...lists: readonly (readonly Option[])[]): string | null {
  if (code === null) return null;
  const labels = lists.map((list) => list.find((option) => option.value === code)?.label);
  const label = labels.find((one) => one !== undefined) ?? code;
  return labelWithoutCode(label, code);
}
