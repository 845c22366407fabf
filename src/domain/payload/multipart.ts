import type { Answers } from '../form/form.ts';
import { answerText } from '../form/typed-text.ts';

/** The text parts of a multipart form, in order. */
export type MultipartFields = readonly (readonly [name: string, value: string])[];

/** A document: its slot and the applicant's file name. */
export interface AttachedFile {
  readonly slot: string;
  readonly name: string;
}

/** Answers by name; a missing one is an empty text (R9.9). */
export function answerParts(answers: Answers, ...names: readonly string[]): MultipartFields {
  return names.map((name) => [name, answerText(answers[name])]);
}

/** The booleans of the automation flows. */
export const yesOrNo = (is: boolean) => (is ? 'Yes' : 'No');
