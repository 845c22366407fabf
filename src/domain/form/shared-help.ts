/** Help that several forms share; why it says so stands in docs/decisions/postcodes-in-digits.md. */
export const POSTCODE_HELP =
  'Numbers only. If your postcode has letters, enter 0000 and write the postcode after your city. If you have none, enter 0000.';
/** The same where the answer may be left out. */
export const OPTIONAL_POSTCODE_HELP =
  'Numbers only. If your postcode has letters, leave this empty and write the postcode after your city.';
