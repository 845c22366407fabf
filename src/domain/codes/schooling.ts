/** Highest completed school level; the text after the code is sent to the workflow. */
export const SCHOOL_LEVELS = [
  { value: '@@', label: '@@ - Not Specified' },
  { value: '02', label: '02 - Did not go to school' },
  { value: '08', label: '08 - Year 8 or below' },
  { value: '09', label: '09 - Year 9' },
  { value: '10', label: '10 - Year 10' },
  { value: '11', label: '11 - Year 11' },
  { value: '12', label: '12 - Year 12' },
] as const;
