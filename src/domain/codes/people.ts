import { choices } from '../form/define-fields.ts';

export const TITLES = choices('Mr', 'Mrs', 'Miss', 'Ms', 'Dr', 'Rev', 'Hon', 'Not Specified');
export const GENDERS = choices('Male', 'Female', 'X', 'Other/Not specified');

/** Codes of the records API. Any other gender is X (R8.5). */
export const GENDER_CODES: Readonly<Record<string, 'M' | 'F' | 'X'>> = { Male: 'M', Female: 'F' };
export const DEFAULT_GENDER_CODE = 'X';
