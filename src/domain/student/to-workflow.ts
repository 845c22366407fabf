import { DEFAULT_CLASSIFICATIONS } from '../codes/classifications.ts';
import { SUBMITTED_STATUS } from '../codes/course.ts';
import { SCHOOL_LEVELS } from '../codes/schooling.ts';
import type { Answers, FormContext, ListName, Option } from '../form/form.ts';
import { given } from './offer-values.ts';
import type { Offer } from './to-offer.ts';

export interface WorkflowFacts {
  readonly submissionId: string;
  /** ISO date-time. */
  readonly submittedAt: string;
  /** The live lists, whose names come before the built-in ones. */
  readonly lists?: FormContext['lists'];
}

/** What the workflow endpoint is sent. */
export type WorkflowPayload = ReturnType<typeof toWorkflow>;

/**
 * The workflow's JSON: the offer's keys, its first education entry flattened, codes as full text, and what the offer
 * has no place for (spec §7, contract §5). `answers` are the application's visible answers.
 */
export function toWorkflow(offer: Offer, answers: Answers, { submissionId, submittedAt, lists = {} }: WorkflowFacts) {
  const [education] = offer.EducationHistoryList;
  const words = (list: Exclude<ListName, 'intakes' | 'intakeYears'>, code: string | null | undefined) =>
    fullText(code, lists[list], DEFAULT_CLASSIFICATIONS[list]);
  return {
    ...offer,
    QualificationName: education?.QualificationName ?? null,
    InstitutionName: education?.InstituteName ?? null,
    StateCountry: education?.InstituteLocation ?? null,
    QualificationLevel: words('qualificationLevels', education?.EducationLevelCode),
    QualificationRecognition: words('qualificationRecognitions', education?.AchievementRecognitionCode),
    CurrentEmploymentStatusText: words('employmentStatuses', given(answers, 'currentEmploymentStatus')),
    IndustryOfEmploymentText: words('industries', given(answers, 'industryOfEmployment')),
    OccupationText: words('occupations', given(answers, 'occupationIdentifier')),
    HighestSchoolLevelText: fullText(given(answers, 'highestSchoolLevel'), SCHOOL_LEVELS),
    EnglishLanguageProficiencyMethod: given(answers, 'hasCompletedEnglishTest'),
    HowDidYouHearAboutUs: given(answers, 'howDidYouHearAboutUs'),
    HowDidYouHearDetails: given(answers, 'howDidYouHearDetails'),
    AgentName: given(answers, 'agentName'),
    AgentEmail: given(answers, 'agentEmail'),
    SelectedAgent: given(answers, 'selectedAgent'),
    VisaStatus: words('visaTypes', given(answers, 'visaType')),
    SubmissionId: submissionId,
    Status: SUBMITTED_STATUS,
    SubmittedAt: submittedAt,
  };
}

/**
 * A code in words, without the code: the first list's name that knows it, the code itself when none does, null without
 * a code (contract §7 "Full texts").
 */
function fullText(
  code: string | null | undefined,
  ...lists: readonly (readonly Option[] | undefined)[]
): string | null {
  if (code === null || code === undefined) return null;
  const label = lists.flatMap((list) => list ?? []).find((option) => option.value === code)?.label ?? code;
  return label.startsWith(`${code} - `) ? label.slice(code.length + 3) : label;
}
