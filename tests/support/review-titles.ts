/** The sections of a student's review in order, if no postal address is declared (R2.17). */
export const REVIEW_TITLES: readonly string[] = [
  'Personal Information',
  'Current Address',
  'Emergency Contact',
  'Language and Cultural Diversity',
  'Education Background',
  'Employment',
  'Course Selection & Marketing',
];
