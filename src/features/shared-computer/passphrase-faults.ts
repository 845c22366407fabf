/** Shorter ones can be found by brute force on a copied disk. */
export const MIN_CHARACTERS = 12;

const TOO_SHORT = `Please use at least ${MIN_CHARACTERS} characters`;
const NOT_THE_SAME = 'The two are not the same. Please type it again';
const NOT_UNDERSTOOD = 'Please confirm that you have understood this';

export const WRONG_PASSPHRASE = 'This is not the passphrase. Please try again';

/** Messages by field name. */
export type PassphraseFaults = Readonly<Partial<Record<string, string>>>;

/** Reads the fields of a form. Only the caller keeps the passphrases. */
export function fieldReader(form: HTMLFormElement): (name: string) => string {
  const data = new FormData(form);
  return (name) => String(data.get(name) ?? '');
}

/** Checks a new passphrase (`chosen`), its repetition (`again`) and, if asked for, the checkbox (`understood`). */
export function newPassphraseFaults(typed: (name: string) => string, isBoxAsked: boolean): PassphraseFaults {
  const chosen = typed('chosen');
  return {
    // Counts code points, so that an emoji is one character.
    ...([...chosen].length < MIN_CHARACTERS && { chosen: TOO_SHORT }),
    ...(typed('again') !== chosen && { again: NOT_THE_SAME }),
    ...(isBoxAsked && typed('understood') === '' && { understood: NOT_UNDERSTOOD }),
  };
}

/** Focuses the first field with a fault; returns whether there is one. */
export function focusFirstFault(form: HTMLFormElement, faults: PassphraseFaults): boolean {
  const [name] = Object.keys(faults);
  if (name === undefined) return false;
  form.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
  return true;
}
