import { BACK_TO, type ViewName } from '#platform/view-slice.ts';

const ENGLISH_ONLY = 'Please answer in English only: English letters, numbers and common punctuation.';
const STUDENT = { title: 'Long Course Student Application Form', intro: ENGLISH_ONLY };

const HEADS: Readonly<Partial<Record<ViewName, { readonly title: string; readonly intro: string }>>> = {
  'student-form': STUDENT,
  'agent-student-form': STUDENT,
  'new-agent': { title: 'New Agent Application Form', intro: ENGLISH_ONLY },
  'short-form': {
    title: 'Short Application',
    intro: `Leave your details now, and our admissions team writes to you. ${ENGLISH_ONLY}`,
  },
};

/** What stands above a form, when it is there as well as while its scripts are on their way. */
export const headOf = (view: ViewName, onBack: (to: ViewName) => void) => {
  const to = BACK_TO[view];
  const { title = '', intro } = HEADS[view] ?? {};
  return { title, intro, back: { label: to === 'home' ? 'Back to home' : 'Back', onClick: () => onBack(to) } };
};
