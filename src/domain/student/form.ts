import type { ValuesOf } from '../form/define-fields.ts';
import type { Answers, Form, Variant } from '../form/form.ts';
import { contact } from './fields/contact.ts';
import { course } from './fields/course.ts';
import { education } from './fields/education.ts';
import { personal } from './fields/personal.ts';

/** The fields of the student application by name, with the literal types of their entries. */
export type StudentFields = typeof personal & typeof contact & typeof education & typeof course;

export type StudentValues = ValuesOf<typeof personal> &
  ValuesOf<typeof contact> &
  ValuesOf<typeof education> &
  ValuesOf<typeof course>;
export type StudentField = keyof StudentValues;

/** Both variants of the student application; they differ by conditions (R2.10, R3.7 to R3.13). */
export const studentForm: Form = {
  id: 'student-application',
  steps: [
    { id: 'personal', title: 'Personal Information' },
    { id: 'contact', title: 'Contact Details' },
    { id: 'education', title: 'Education and Language' },
    { id: 'course', title: 'Course and Documents' },
  ],
  sections: [
    { id: 'agent-selection', step: 'personal', title: 'Agent Selection', reviewUnder: 'source' },
    { id: 'personal-information', step: 'personal', title: 'Personal Information' },
    { id: 'passport-and-visa', step: 'personal', title: 'Passport and Visa', reviewUnder: 'personal-information' },
    { id: 'current-address', step: 'contact', title: 'Current Address' },
    { id: 'postal-address', step: 'contact', title: 'Postal Address' },
    { id: 'emergency-contact', step: 'contact', title: 'Emergency Contact' },
    { id: 'language-and-culture', step: 'education', title: 'Language and Cultural Diversity' },
    {
      id: 'english-test',
      step: 'education',
      title: 'English Language Proficiency',
      reviewUnder: 'language-and-culture',
    },
    { id: 'education-background', step: 'education', title: 'Education Background' },
    { id: 'qualification', step: 'education', title: 'Highest Qualification', reviewUnder: 'education-background' },
    { id: 'employment', step: 'education', title: 'Employment' },
    { id: 'source', step: 'course', title: 'Course Selection & Marketing' },
    { id: 'agent-details', step: 'course', title: 'Agent Details', reviewUnder: 'source' },
    { id: 'intake', step: 'course', title: 'Intake Selection', reviewUnder: 'source' },
    { id: 'terms', step: 'course', title: 'Terms and Conditions', reviewUnder: 'source' },
  ],
  fields: [personal, contact, education, course].flatMap((fields) => Object.values(fields)),
};

/** The initial answers: in the agent variant, the student heard of the course from the agent. */
export function initialAnswers(variant: Variant): StudentValues {
  const formType = 'student-application';
  return variant === 'agent' ? { formType, howDidYouHearAboutUs: 'Agent' } : { formType };
}

/**
 * The answers to clear after `changedField` changed: a how-did-you-hear value other than Agent clears selectedAgent,
 * agentName and agentEmail. In the agent variant selectedAgent stays, since step 1 requires it (R3.14).
 */
export function answersToClear(changedField: string, answers: Answers, variant: Variant): readonly StudentField[] {
  if (changedField !== 'howDidYouHearAboutUs' || answers.howDidYouHearAboutUs === 'Agent') return [];
  return variant === 'agent' ? ['agentName', 'agentEmail'] : ['selectedAgent', 'agentName', 'agentEmail'];
}
