/** Built-in occupations: the major groups of ANZSCO, and two kinds of other. */
export const OCCUPATIONS = [
  { value: '1', label: 'Manager' },
  { value: '2', label: 'Professional' },
  { value: '3', label: 'Technicians and Trades Workers' },
  { value: '4', label: 'Community and Personal Service Workers' },
  { value: '5', label: 'Clerical and Administrative Workers' },
  { value: '6', label: 'Sales Workers' },
  { value: '7', label: 'Machinery Operators and Drivers' },
  { value: '8', label: 'Labourers' },
  { value: '9', label: 'Other' },
  { value: '109', label: 'Option 109 - Other' },
  { value: '@@', label: 'Not specified' },
] as const;
