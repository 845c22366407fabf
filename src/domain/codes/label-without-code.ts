/**
 * The label of a choice without the code that some lists put before it: 'Year 12' for '12 - Year 12', 'Full-time employee'
 * for '01: Full-time employee'. Other labels are returned unchanged.
 */
export function labelWithoutCode(label: string, code: string): string {
  const rest = label.startsWith(code) ? label.slice(code.length) : '';
  return /^\s*[:–-]\s*(\S.*)$/.exec(rest)?.[1] ?? label;
}
