import type { Answers } from '../form/form.ts';
import { answerText } from '../form/typed-text.ts';

/** The text parts of a multipart form, in order. */
export type MultipartFields = readonly (readonly [name: string, value: string])[];

/** A document that goes with a form: its slot and the person's own file name. */
export interface AttachedFile {
  readonly slot: string;
  readonly name: string;
}

/** Answers under their own names; one that was not given is an empty text (R9.9). */
export function answerParts(answers: Answers, ...names: readonly string[]): MultipartFields {
  return names.map((name) => [name, answerText(answers[name])]);
}

/** How the automation flows say whether something is there. */
export const yesOrNo = (is: boolean) => (is ? 'Yes' : 'No');
