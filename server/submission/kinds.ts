import { AGENT_INTRODUCTION } from '#domain/agency/documents.ts';
import { agencyForm } from '#domain/agency/form.ts';
import type { Answers, Form, Profile } from '#domain/form/form.ts';
import { answerText } from '#domain/form/typed-text.ts';
import { SHORT_DOCUMENTS } from '#domain/short/documents.ts';
import { shortForm } from '#domain/short/form.ts';
import { missingDocuments, studentDocuments } from '#domain/student/documents.ts';
import { studentForm } from '#domain/student/form.ts';
import type { SubmissionKind } from '#domain/submission/stages.ts';

/** The properties of a kind of application that are needed before its stages. */
export interface ApplicationKind {
  readonly form: Form;
  readonly slots: ReadonlySet<string>;
  /** The profile for validating its answers (R4.3). */
  readonly profile: Profile;
  /** Whether the records API knows it by an OfferId. */
  readonly hasOfferId: boolean;
  /** The unique Application ID that it registers. */
  readonly applicationId: (answers: Answers) => string | undefined;
  /** The message about missing required documents; undefined if there are none. */
  readonly missing: (slots: readonly string[], answers: Answers) => string | undefined;
}

export const KINDS: Readonly<Record<SubmissionKind, ApplicationKind>> = {
  student: {
    form: studentForm,
    slots: new Set(studentDocuments.map(({ slot }) => slot)),
    profile: 'wizard',
    hasOfferId: true,
    applicationId: () => undefined,
    missing: missingByLabels,
  },
  short: {
    form: shortForm,
    slots: new Set(SHORT_DOCUMENTS.map(({ slot }) => slot)),
    profile: 'form-library',
    hasOfferId: false,
    applicationId: () => undefined,
    missing: () => undefined,
  },
  agent: {
    form: agencyForm,
    slots: new Set([AGENT_INTRODUCTION.slot]),
    profile: 'wizard',
    hasOfferId: false,
    applicationId: (answers) => answerText(answers.agentApplicationId),
    missing: (slots) => (slots.includes(AGENT_INTRODUCTION.slot) ? undefined : AGENT_INTRODUCTION.missing),
  },
};

/** A student's missing documents by their labels (R5.5). */
function missingByLabels(slots: readonly string[], answers: Answers): string | undefined {
  const labels = missingDocuments(slots, answers);
  return labels.length === 0 ? undefined : `Missing required documents: ${labels.join(', ')}`;
}
