const year = new Date().getFullYear();

/** Every answer that the short form requires, as a person types it. */
export const SHORT_ANSWERS = {
  studentType: 'International',
  firstName: 'Linh',
  familyName: 'Tran',
  gender: 'Female',
  dateOfBirth: '2001-05-17',
  email: 'linh.tran@example.com',
  countryOfBirth: 'Vietnam',
  nationality: 'Vietnamese',
  passportNumber: 'C1234567',
  passportExpiryDate: `${year + 4}-03-01`,
  country: 'Australia',
  mobilePhone: '61412345678',
  intakeYear: String(year + 1),
  course: 'CPC50220',
};
