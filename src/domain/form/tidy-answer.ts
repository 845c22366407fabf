import type { Form } from './form.ts';
import { tidyText } from './typed-text.ts';
import { namesakes } from './visible.ts';

/** What a control of a form holds once it has been left, given its name and its text; see `tidyText`. */
export function tidyAnswer(form: Form, name: string, text: string): string {
  const field = namesakes(form).get(name)?.[0];
  return field ? tidyText(field, text) : text;
}
