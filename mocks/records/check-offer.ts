/** What the records API wants to see in an offer: the path of a text that must be there, and what it says without. */
const REQUIRED: readonly (readonly [path: string, message: string])[] = [
  ['OfferId', 'OfferId is required.'],
  ['FirstName', 'First name is required.'],
  ['LastName', 'Last name is required.'],
  ['Email', 'Email is required.'],
  ['DoB', 'Date of birth is required.'],
  ['ComplianceAndOtherInfo.CountryBirth', 'Country of birth is required.'],
  ['ComplianceAndOtherInfo.Nationality', 'Nationality is required.'],
  ['ComplianceAndOtherInfo.PassportNumber', 'Passport number is required.'],
  ['AppliedCourses.0.CourseId', 'A course is required.'],
  ['AppliedCourses.0.IntakeDate', 'An intake date is required.'],
];

/** Path to message of everything missing; empty for a good offer. Takes any value. */
export function checkOffer(offer: unknown): Record<string, string> {
  return Object.fromEntries(REQUIRED.filter(([path]) => !isText(at(offer, path))));
}

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '';

function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inside, key) => (Object(inside) as Record<string, unknown>)[key], value);
}
