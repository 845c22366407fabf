/** Built-in employment statuses, in the words of the specification (§3 "Employment"). */
export const EMPLOYMENT_STATUSES = [
  { value: '01', label: 'Full-time employee' },
  { value: '02', label: 'Part-time' },
  { value: '03', label: 'Self-employed not employing others' },
  { value: '04', label: 'Employer' },
  { value: '05', label: 'Unpaid family business' },
  { value: '06', label: 'Unemployed seeking full-time' },
  { value: '07', label: 'Unemployed seeking part-time' },
  { value: '08', label: 'Not employed not seeking' },
  { value: '@@', label: 'Not Specified' },
] as const;
