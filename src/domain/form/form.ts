import type { Today } from './calendar.ts';
import type { Rule } from './rules.ts';

/** What the controls hold, by field name: strings; `agreeToTerms` a boolean; a score may be a number (R3.1). */
export type Answers = Readonly<Record<string, unknown>>;
/** One message by field name. */
export type FieldErrors = Readonly<Record<string, string>>;

/** Who fills the student form: the student, or a current agent on the student's behalf. */
export type Variant = 'direct' | 'agent';
/** The two readings (R4.3): the wizard's step checks, and the form library's. */
export type Profile = 'wizard' | 'form-library';

/**
 * When something applies, as data, so that it can be printed, tested exhaustively and checked by the compiler.
 * `variant` and `profile` are pseudo fields that the context answers. An answer counts only while its own field is
 * visible.
 */
export type Condition =
  | { readonly field: string; readonly is: string }
  | { readonly field: string; readonly in: readonly string[] }
  | { readonly all: readonly Condition[] };

/** One choice: what is sent, and what is read. */
export interface Option {
  readonly value: string;
  readonly label: string;
  /** Shown, and never a right answer. */
  readonly disabled?: boolean;
  readonly group?: string;
}

/** The lists that the server brings; the intakes and their years depend on the date, all others have built-in defaults. */
export type ListName =
  | 'employmentStatuses'
  | 'industries'
  | 'occupations'
  | 'qualificationLevels'
  | 'qualificationRecognitions'
  | 'visaTypes'
  | 'intakes'
  | 'intakeYears';

export type FieldKind = 'text' | 'select' | 'radio' | 'date' | 'checkbox' | 'agent' | 'hidden';

/**
 * One question. A name may stand twice in a form when the question is asked in two places, on conditions that
 * exclude each other (the agent selector: step 1 of the agent variant, else step 4).
 */
export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  /** Ids of its step and its section. */
  readonly step: string;
  readonly section: string;
  readonly label: string;
  readonly help?: string;
  readonly autoComplete?: string;
  readonly inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'tel';
  /** A number whose letters are capitals, as in a passport. */
  readonly capitals?: true;
  /** May share a row with the next half. */
  readonly width?: 'half';
  /** The message of a missing answer; without it the answer is optional. */
  readonly required?: string;
  /** With `required`: only then. */
  readonly requiredWhen?: Condition;
  /** Visible only then. */
  readonly when?: Condition;
  /** In the order in which they are judged: characters, pattern, length or range. */
  readonly rules: readonly Rule[];
  readonly options?: readonly Option[];
  /** The live list that comes before `options`. */
  readonly optionsFrom?: ListName;
  /** The key of the records API's offer that its answer goes out as: 'DoB', 'CurrentAddress.Suburb'. */
  readonly offer?: string;
}

export interface Step {
  readonly id: string;
  readonly title: string;
}

/** A fieldset of a step. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly step: string;
  readonly help?: string;
  /** The section of the review under whose title its answers stand; its own title when absent. */
  readonly reviewUnder?: string;
}

export interface Form {
  readonly id: string;
  readonly steps: readonly Step[];
  readonly sections: readonly Section[];
  /** In page order. */
  readonly fields: readonly Field[];
}

/** What judging answers needs beside the answers. */
export interface FormContext {
  /** `direct` when absent. */
  readonly variant?: Variant;
  /** `wizard` when absent. */
  readonly profile?: Profile;
  readonly today: Today;
  /** Live lists: a choice is right when the live or the built-in list has it. */
  readonly lists?: Partial<Readonly<Record<ListName, readonly Option[]>>>;
}
