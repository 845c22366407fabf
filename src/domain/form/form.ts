import type { Today } from './calendar.ts';
import type { Rule } from './rules.ts';

/** The values of the controls by field name: strings; `agreeToTerms` a boolean; a score may be a number (R3.1). */
export type Answers = Readonly<Record<string, unknown>>;
/** Messages by field name. */
export type FieldErrors = Readonly<Record<string, string>>;

/** Who fills the student form: the student, or a current agent on the student's behalf. */
export type Variant = 'direct' | 'agent';
/** The two sets of rules (R4.3): the wizard's step checks, and the form library's. */
export type Profile = 'wizard' | 'form-library';

/**
 * A condition as data, so that it can be printed, tested exhaustively and checked by the compiler. `variant` and `profile`
 * are pseudo fields from the context. The answer to a hidden field counts as empty.
 */
export type Condition =
  | { readonly field: string; readonly is: string }
  | { readonly field: string; readonly in: readonly string[] }
  | { readonly all: readonly Condition[] };

/** One choice: the value that is sent, and its label. */
export interface Option {
  readonly value: string;
  readonly label: string;
  /** Shown, but cannot be chosen. */
  readonly disabled?: boolean;
  readonly group?: string;
}

/** Lists from the server. All have built-in defaults, except the intakes and their years, which depend on the date. */
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
 * One question. A form may have two fields of one name if their conditions exclude each other (the agent selector: step 1
 * of the agent variant, else step 4).
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
  /** Letters become capitals, as in a passport number. */
  readonly capitals?: true;
  /** May share a row with the next field of half width. */
  readonly width?: 'half';
  /** The message if the answer is missing; without it the answer is optional. */
  readonly required?: string;
  /** `required` applies only then. */
  readonly requiredWhen?: Condition;
  /** Visible only then. */
  readonly when?: Condition;
  /** In the order in which they are checked: characters, pattern, length or range. */
  readonly rules: readonly Rule[];
  readonly options?: readonly Option[];
  /** The live list that replaces `options`. */
  readonly optionsFrom?: ListName;
  /** The key of the answer in the records API's offer: 'DoB', 'CurrentAddress.Suburb'. */
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
  /** The title of its section in the review, if not its own. */
  readonly reviewUnder?: string;
}

export interface Form {
  readonly id: string;
  readonly steps: readonly Step[];
  readonly sections: readonly Section[];
  /** In page order. */
  readonly fields: readonly Field[];
}

/** What validation needs beside the answers. */
export interface FormContext {
  /** Default: `direct`. */
  readonly variant?: Variant;
  /** Default: `wizard`. */
  readonly profile?: Profile;
  readonly today: Today;
  /** Live lists. A choice is valid if it is in the live or the built-in list. */
  readonly lists?: Partial<Readonly<Record<ListName, readonly Option[]>>>;
}
