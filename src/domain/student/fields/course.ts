import { choices, defineFields } from '../../form/define-fields.ts';
import { EMAIL, ENGLISH } from '../../form/shared-rules.ts';
import { agentSelector } from './personal.ts';

const heardViaAgent = { field: 'howDidYouHearAboutUs', is: 'Agent' } as const;

/** Step 4: Course and Documents; the documents are in `student/documents.ts`. */
export const course = defineFields('course', {
  howDidYouHearAboutUs: {
    kind: 'radio',
    section: 'source',
    label: 'How did you hear about us?',
    options: choices('Agent', 'Other'),
    required: 'Please select how you heard about us',
    offer: 'Leads_MarketingCampaign.KnowFrom',
  },
  howDidYouHearDetails: {
    kind: 'text',
    section: 'source',
    label: 'Details',
    help: 'For example the name of a website, a fair or a friend',
    optional: true,
    rules: [ENGLISH],
  },
  selectedAgent: {
    ...agentSelector,
    section: 'agent-details',
    when: { all: [{ field: 'variant', is: 'direct' }, heardViaAgent] },
  },
  agentName: {
    kind: 'text',
    section: 'agent-details',
    label: 'Agent name',
    optional: true,
    rules: [ENGLISH],
    when: heardViaAgent,
  },
  agentEmail: {
    kind: 'text',
    section: 'agent-details',
    label: 'Agent email',
    inputMode: 'email',
    optional: true,
    rules: [EMAIL],
    when: heardViaAgent,
  },
  selectedIntake: {
    kind: 'select',
    section: 'intake',
    label: 'Preferred intake date',
    help: 'When do you want to start?',
    optionsFrom: 'intakes',
    required: 'Please select your preferred intake date',
    rules: [{ test: 'inFuture', message: 'Please select your preferred intake date' }],
  },
  agreeToTerms: {
    kind: 'checkbox',
    section: 'terms',
    label: 'I agree to the enrolment terms and conditions.',
    required: 'Please agree to the terms and conditions',
  },
  formType: {
    kind: 'hidden',
    section: 'terms',
    label: 'Form type',
    options: choices('student-application'),
    optional: true,
  },
});
