import { checkShape } from '../payload/shape.ts';
import { keysWithFields, shapeOf } from '../payload/template.ts';
import type { StageIssue } from '../submission/submission.ts';
import { OFFER } from './to-cricos-offer.ts';

/** The seven offer checks (R7.6), word for word, by the key that must have a value. */
export const OFFER_CHECKS: Readonly<Record<string, string>> = {
  FirstName: 'First Name is required',
  LastName: 'Last Name is required',
  Email: 'Email is required',
  DoB: 'Date of Birth is required',
  'ComplianceAndOtherInfo.CountryBirth': 'Country of Birth is required',
  'ComplianceAndOtherInfo.Nationality': 'Nationality is required',
  'ComplianceAndOtherInfo.PassportNumber': 'Passport Number is required',
};

const KEYS = keysWithFields(OFFER).map(({ path, fields: [field = path] }) => ({ path: path.toLowerCase(), field }));
const FIELD_BY_PATH = new Map(KEYS.map(({ path, field }) => [path, field]));
/** The same by the last name of a key, if it is unique: two addresses have a `StreetName`. */
const FIELD_BY_NAME = new Map(
  KEYS.map(({ path, field }) => [lastName(path), field] as const).filter(
    ([name]) => KEYS.filter(({ path }) => lastName(path) === name).length === 1,
  ),
);

/**
 * Our field for a key of the records API in any of its forms: 'DoB', 'application.Email', 'USI', 'Addresses[1].Postcode',
 * 'AppliedCourses[0].StartDate'. Undefined if the key comes from no answer.
 */
export function fieldOfOfferKey(key: string): string | undefined {
  const path = key.toLowerCase();
  const withoutPositions = path.replaceAll(/\[\d+\]/g, '');
  const known = [...suffixes(path), ...suffixes(withoutPositions)].find((suffix) => FIELD_BY_PATH.has(suffix));
  return known === undefined ? FIELD_BY_NAME.get(lastName(withoutPositions)) : FIELD_BY_PATH.get(known);
}

/** 'a.b.c', 'b.c', 'c'. */
function suffixes(path: string): readonly string[] {
  const parts = path.split('.');
  return parts.map((_, start) => parts.slice(start).join('.'));
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

const OFFER_SHAPE = shapeOf(OFFER);

/**
 * The problems of a mapped offer: the seven checks, then every key that is missing or has the wrong type. Empty if the
 * offer may be sent.
 */
export function checkOffer(offer: unknown): readonly StageIssue[] {
  const missing = Object.entries(OFFER_CHECKS).filter(([path]) => isEmpty(valueAt(offer, path)));
  const issues = missing.map(([path, message]) => issue(path, message));
  const malformed = checkShape(OFFER_SHAPE, offer)
    .map(({ path }) => path)
    .filter((path) => !missing.some(([known]) => known === path));
  return [...issues, ...malformed.map((path) => issue(path, `${path || 'Offer'} is not as the records API needs it`))];
}

function issue(path: string, message: string): StageIssue {
  return { field: fieldOfOfferKey(path) ?? path, message, technical: path };
}

function valueAt(payload: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => {
    return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  }, payload);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
