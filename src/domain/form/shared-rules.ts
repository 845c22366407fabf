import type { Rule } from '../form/rules.ts';

/** Rules that many fields share (R4.4, R4.13 to R4.17). */
export const ENGLISH: Rule = { test: 'english', message: 'Please use English letters and numbers only' };
export const EMAIL: Rule = { test: 'email', message: 'Please enter a valid email address' };
export const POSTCODE: Rule = { test: 'digits', message: 'Please enter a valid postcode' };
export const MOBILE: Rule = { test: 'digits', message: 'Please enter a valid mobile phone number (numbers only)' };
