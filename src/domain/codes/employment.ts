/** Built-in employment statuses. */
export const EMPLOYMENT_STATUSES = [
  { value: '01', label: 'Full-time employee' },
  { value: '02', label: 'Part-time employee' },
  { value: '03', label: 'Self-employed - not employing others' },
  { value: '04', label: 'Employer' },
  { value: '05', label: 'Employed - unpaid worker in a family business' },
  { value: '06', label: 'Unemployed - seeking full-time work' },
  { value: '07', label: 'Unemployed - seeking part-time work' },
  { value: '08', label: 'Not employed - not seeking employment' },
  { value: '@@', label: 'Not Specified' },
] as const;
