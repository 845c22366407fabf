import type { Answers, Variant } from '#domain/form/form.ts';
import type { SubmissionKind } from '#domain/submission/stages.ts';
import { AGENCY, MINIMAL, SHORT_MINIMAL } from '#tests/domain/support/applications.ts';
import { familyName, letters } from './marks.ts';

/** What a simulated person applies for. */
export interface Wish {
  readonly kind: SubmissionKind;
  readonly variant: Variant;
  /** The required and the optional documents. */
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

const REQUIRED = ['year12Evidence', 'passport', 'englishTest', 'academicQualifications'];
const STUDENT = { kind: 'student', required: REQUIRED, optional: ['cv'] } as const;

/** Mostly students, as in real life. */
export const WISHES: readonly Wish[] = [
  { ...STUDENT, variant: 'direct' },
  { ...STUDENT, variant: 'direct' },
  { ...STUDENT, variant: 'agent' },
  { kind: 'short', variant: 'direct', required: [], optional: ['photo-id', 'residency-proof'] },
  { kind: 'agent', variant: 'direct', required: ['agent-introduction'], optional: [] },
];

/** Valid answers of one version of a person's application; every personal text has the person's mark. */
export function answersOf({ kind, variant }: Wish, applicant: string, revision: number): Answers {
  const name = familyName(applicant, letters(revision));
  const email = `quill.${applicant}@mail.example`;
  if (kind === 'agent') {
    const agentApplicationId = `AGT-2026-${applicant.toUpperCase().padStart(6, 'Q').slice(-6)}-550773`;
    return { ...AGENCY, agentApplicationId, agencyName: name, contactPerson: name, primaryEmail: email };
  }
  const person = { firstName: 'Quilla', familyName: name, email, passportNumber: 'E995507731' };
  if (kind === 'short') return { ...SHORT_MINIMAL, ...person, mobilePhone: '995507731' };
  const agent = { howDidYouHearAboutUs: 'Agent', selectedAgent: 'Harbour|China' };
  return { ...MINIMAL, ...person, mobilePhone: '995507731', ...(variant === 'agent' ? agent : {}) };
}
