/** Built-in qualification levels (ASCED-style codes of the records API). */
export const QUALIFICATION_LEVELS = [
  { value: '008', label: 'Bachelor or Higher Degree' },
  { value: '410', label: 'Advanced Diploma or Associate Degree' },
  { value: '420', label: 'Diploma' },
  { value: '511', label: 'Certificate IV' },
  { value: '514', label: 'Certificate III' },
  { value: '521', label: 'Certificate II' },
  { value: '524', label: 'Certificate I' },
  { value: '990', label: 'Miscellaneous Education' },
] as const;

/** How a qualification is recognised. */
export const QUALIFICATION_RECOGNITIONS = [
  { value: 'I', label: 'I - International' },
  { value: 'A', label: 'A - Australian qualification' },
  { value: 'E', label: 'E - Australian equivalent' },
] as const;
