/** The seven offer checks (spec §5), word for word, by the key that must have a value. */
export const OFFER_CHECKS: Readonly<Record<string, string>> = {
  FirstName: 'First Name is required',
  LastName: 'Last Name is required',
  Email: 'Email is required',
  DoB: 'Date of Birth is required',
  'ComplianceAndOtherInfo.CountryBirth': 'Country of Birth is required',
  'ComplianceAndOtherInfo.Nationality': 'Nationality is required',
  'ComplianceAndOtherInfo.PassportNumber': 'Passport Number is required',
};
