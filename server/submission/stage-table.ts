import type { STAGES_BY_KIND, StageName, SubmissionKind } from '#domain/submission/stages.ts';
import type { Stage, StageDeps } from './stage.ts';
import { prepareForm, sendForm } from './stages/form.ts';
import { forwardFiles } from './stages/forward-files.ts';
import { prepareStudent, sendApplication, submitOffer, validateOffer } from './stages/student.ts';

/** All stages with these names, in this order. */
type InOrder<Names extends readonly StageName[]> = { readonly [At in keyof Names]: Stage<Names[At]> };

/** The domain's order: a stage that is missing, or in another place, does not compile. */
export type StageTable = { readonly [Kind in SubmissionKind]: InOrder<(typeof STAGES_BY_KIND)[Kind]> };

/** Every kind of application with its stages in order (R7.1). */
export function createStageTable(deps: StageDeps): StageTable {
  return {
    student: [
      prepareStudent(deps),
      validateOffer(deps),
      submitOffer(deps),
      sendApplication(deps),
      forwardFiles(deps),
      completion,
    ],
    short: [prepareForm('short'), sendForm('short', deps), completion],
    agent: [prepareForm('agent'), sendForm('agent', deps), completion],
  };
}

/** Nothing is left to do: the write of this stage makes the submission processed. */
const completion: Stage<'completion'> = {
  name: 'completion',
  repetition: 'safe',
  isLocal: true,
  run: async () => ({}),
  explain: () => ({
    code: 'UNKNOWN_ERROR',
    message: 'There was an error submitting your application. Please try again.',
  }),
};
