/** Fewer can be tried one after the other by whoever has copied the disk. */
export const LEAST_CHARACTERS = 12;

const TOO_SHORT = `Please use at least ${LEAST_CHARACTERS} characters`;
const NOT_THE_SAME = 'The two are not the same. Please type it again';
const NOT_UNDERSTOOD = 'Please confirm that you have understood this';

export const WRONG_PASSPHRASE = 'This is not the passphrase. Please try again';

/** What is wrong with a form for a new passphrase, by the names of its fields. */
export type PassphraseFaults = Readonly<Partial<Record<string, string>>>;

/** What is typed into the fields of a form; nothing keeps it but the caller. */
export function typedIn(form: HTMLFormElement): (name: string) => string {
  const data = new FormData(form);
  return (name) => String(data.get(name) ?? '');
}

/** Judges a new passphrase (`chosen`), its repetition (`again`) and, where it is asked for, the box (`understood`). */
export function newPassphraseFaults(typed: (name: string) => string, isBoxAsked: boolean): PassphraseFaults {
  const chosen = typed('chosen');
  return {
    // As people count: a letter outside the first 65,536 is one.
    ...([...chosen].length < LEAST_CHARACTERS && { chosen: TOO_SHORT }),
    ...(typed('again') !== chosen && { again: NOT_THE_SAME }),
    ...(isBoxAsked && typed('understood') === '' && { understood: NOT_UNDERSTOOD }),
  };
}

/** The first field that has a fault takes the focus; returns whether there is one. */
export function focusFirstFault(form: HTMLFormElement, faults: PassphraseFaults): boolean {
  const [name] = Object.keys(faults);
  if (name === undefined) return false;
  form.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
  return true;
}
