import type { Stage } from '../stage.ts';

/** Nothing is left to do: the runner's write of this stage makes the submission processed. */
export const finish: Stage<'completion'> = {
  name: 'completion',
  repetition: 'safe',
  isLocal: true,
  run: async () => ({}),
  explain: () => ({
    code: 'UNKNOWN_ERROR',
    message: 'There was an error submitting your application. Please try again.',
  }),
};
