/** A short application in order; dates far enough from any today. */
export const ANSWERS = {
  studentType: 'International',
  firstName: 'Linh',
  middleName: 'Thi',
  familyName: 'Tran',
  gender: 'Female',
  dateOfBirth: '2001-05-17',
  email: 'linh.tran@example.com',
  countryOfBirth: 'Vietnam',
  nationality: 'Vietnamese',
  passportNumber: 'C1234567',
  passportExpiryDate: '2099-03-01',
  country: 'Australia',
  mobilePhone: '61412345678',
  intakeYear: String(new Date().getFullYear()),
  course: 'CPC50220',
} as const;
