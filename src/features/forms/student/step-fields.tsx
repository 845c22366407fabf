import { memo } from 'react';
import { useFormState } from 'react-final-form';
import { FormSection } from '#components/section.tsx';
import type { Answers, Field, FormContext } from '#domain/form/form.ts';
import { isRequired, visibleFields } from '#domain/form/visible.ts';
import { studentForm } from '#domain/student/form.ts';
import { LateAgencyOffer } from '#features/desk/late-agency.tsx';
import { FormField } from '../kit/form-field.tsx';
import { TermsTexts } from './terms-texts.tsx';

interface StepFieldsProps {
  readonly context: FormContext;
  readonly stepId: string;
}

const ANSWERS = { values: true } as const;

/** The questions of one step, section by section, in the order of the catalogue and as the answers require. */
export const StepFields = memo(function StepFields({ context, stepId }: StepFieldsProps) {
  const { values } = useFormState({ subscription: ANSWERS });
  return <Sections context={context} questions={questionsOf(stepId, values, context)} />;
});

interface Question {
  readonly field: Field;
  readonly required: boolean;
}

/** The questions of a step, and whether they are required. */
const questionsOf = (stepId: string, answers: Answers, context: FormContext): readonly Question[] =>
  visibleFields(studentForm, answers, context, stepId).map((field) => ({
    field,
    required: isRequired(field, answers, context),
  }));

/** The first section of a step does not repeat its title. */
const STEP_TITLES: ReadonlySet<string> = new Set(studentForm.steps.map(({ title }) => title));

/** The sections with an agent's own questions: the agent in step 1, the agent's name and e-mail in step 4. */
const ABOUT_THE_AGENCY: ReadonlySet<string> = new Set(['agent-selection', 'agent-details']);

interface SectionsProps {
  readonly context: FormContext;
  readonly questions: readonly Question[];
}

/** Rendered again if the answers require other questions, and not for each answer. */
const Sections = memo(
  function Sections({ context, questions }: SectionsProps) {
    return studentForm.sections
      .map((section) => ({ section, asked: questions.filter(({ field }) => field.section === section.id) }))
      .filter(({ asked }) => asked.length > 0)
      .map(({ section, asked }, index) => (
        <FormSection
          key={section.id}
          title={section.title}
          help={section.help}
          isTitled={index === 0 && STEP_TITLES.has(section.title)}
        >
          {asked.map(({ field, required }) => (
            <FormField
              key={field.name}
              field={field}
              required={required}
              options={field.optionsFrom && context.lists?.[field.optionsFrom]}
            />
          ))}
          {section.id === 'terms' && <TermsTexts />}
          {context.variant === 'agent' && ABOUT_THE_AGENCY.has(section.id) && <LateAgencyOffer />}
        </FormSection>
      ));
  },
  (before, after) => before.context === after.context && areSame(before.questions, after.questions),
);

const areSame = (some: readonly Question[], others: readonly Question[]): boolean =>
  some.length === others.length &&
  some.every(({ field, required }, index) => field === others[index]?.field && required === others[index]?.required);
