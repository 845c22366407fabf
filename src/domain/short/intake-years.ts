import type { Option } from '../form/form.ts';
import type { Today } from '../form/today.ts';

/** The years a short application may ask for: this one and the next, in the visitor's calendar. */
export function intakeYears({ latest }: Today): readonly Option[] {
  const year = Number(latest.slice(0, 4));
  return [year, year + 1].map((value) => ({ value: String(value), label: String(value) }));
}
