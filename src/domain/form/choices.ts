/** Options whose values are also what is read. */
export function choices<const Value extends string>(
  ...values: readonly Value[]
): readonly { value: Value; label: Value }[] {
  return values.map((value) => ({ value, label: value }));
}

/** The answers to most questions of the form. */
export const YES_OR_NO = choices('Yes', 'No');
