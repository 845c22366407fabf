/**
 * Changes that browsers and extensions make to a page, as functions that run in the page. `page.evaluate(translate,
 * {})` does it once. With `always`, it also does it after each change, and from `context.addInitScript` as soon as the
 * HTML is there.
 */

interface Translation {
  readonly always?: boolean;
  /** Names, references and file names: the page must mark them as not translatable. An unmarked one is an error. */
  readonly verbatim?: readonly string[];
  /** Texts with other words after the translation. */
  readonly words?: Readonly<Record<string, string>>;
}

/**
 * Translation as in Chrome and Edge: each text is replaced by two elements around a new text. The words stay the same,
 * so that a test finds them, except for those in `words`.
 */
export function translate({ always = false, verbatim = [], words = {} }: Translation): void {
  const translateAll = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      if (text.data.trim() !== '' && !text.parentElement?.closest('font, script, style, option, [translate=no]'))
        texts.push(text);
    }
    for (const text of texts) {
      const taken = verbatim.find((one) => text.data.includes(one));
      if (taken !== undefined) reportError(new Error(`"${taken}" was translated in "${text.data}"`));
      const outer = document.createElement('font');
      const inner = document.createElement('font');
      inner.textContent = words[text.data] ?? text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  const begin = () => {
    translateAll();
    const changes = { childList: true, characterData: true, subtree: true };
    if (always) new MutationObserver(translateAll).observe(document.body, changes);
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin);
  else begin();
}

/**
 * A password manager. It adds an element after each field, as LastPass does, and one before each input in its control,
 * as 1Password does. Each form gets a hidden input with a name. It repeats this after each change.
 */
export function insertAlways(): void {
  const insertAll = () => {
    for (const control of document.querySelectorAll('[data-part=control] > :is(input, select):not([data-seen])')) {
      control.setAttribute('data-seen', '');
      control.before(document.createElement('com-1password-button'));
      const icon = document.createElement('div');
      icon.dataset.lastpassIconRoot = '';
      control.closest('[data-field]')?.append(icon);
    }
    for (const form of document.querySelectorAll('form:not([data-seen])')) {
      form.setAttribute('data-seen', '');
      const input = document.createElement('input');
      Object.assign(input, { type: 'hidden', name: 'manager-token', value: 'foreign' });
      form.append(input);
    }
  };
  const begin = () => {
    insertAll();
    new MutationObserver(insertAll).observe(document.body, { childList: true, subtree: true });
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin);
  else begin();
}

/** The stale texts of the page, by element: those that differ from React's last render. For `page.evaluate`. */
export function staleTexts(): readonly string[] {
  const stale: string[] = [];
  for (const element of document.body.querySelectorAll('*')) {
    const key = Object.keys(element).find((name) => name.startsWith('__reactProps$'));
    const props: unknown = key && Reflect.get(element, key);
    const children: unknown = typeof props === 'object' && props !== null && Reflect.get(props, 'children');
    const isText = typeof children === 'string' || typeof children === 'number';
    if (isText && element.textContent !== String(children))
      stale.push(`"${element.textContent}" in place of "${children}"`);
  }
  return stale;
}
