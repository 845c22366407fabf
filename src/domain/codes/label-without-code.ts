/**
 * The label of a choice without the code that some lists write in front of it: 'Year 12' of '12 - Year 12',
 * 'Full-time employee' of '01: Full-time employee'. A label that does not begin with its code is returned as it is.
 */
export function labelWithoutCode(label: string, code: string): string {
  const rest = label.startsWith(code) ? label.slice(code.length) : '';
  return /^\s*[:–-]\s*(\S.*)$/.exec(rest)?.[1] ?? label;
}
