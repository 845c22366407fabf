import type { Mutator } from 'final-form';

/**
 * Puts saved answers into a form, all at once. They are not its initial values: React Final Form sets a field back to
 * its initial value whenever it is shown again, so that a corrected answer would be lost.
 */
export const fillAnswers: Mutator<Record<string, unknown>> = ([answers], state) => {
  state.formState = { ...state.formState, values: { ...answers } };
};
