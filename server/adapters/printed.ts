const texts = new WeakMap<object, string>();

/**
 * A value as JSON, printed once for as long as it lives: what the ledger keeps of a stage is what the calls after it
 * send. Only for values that nobody changes any more.
 */
export function printed(value: object): string {
  const text = texts.get(value) ?? JSON.stringify(value);
  texts.set(value, text);
  return text;
}

/** What a stage put out as JSON; the objects that are its members are printed once, as above. */
export function printedOutput(output: unknown): string {
  if (typeof output !== 'object' || output === null || Array.isArray(output)) return JSON.stringify(output);
  const members = Object.entries(output)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => {
      const text = typeof member === 'object' && member !== null ? printed(member) : JSON.stringify(member);
      return `${JSON.stringify(name)}:${text}`;
    });
  return `{${members.join(',')}}`;
}
