/** A target: the first visible element that matches, with this name and within that element. */
export interface Target {
  readonly css: string;
  /**
   * Its label, or its text if it has none; the whole text, or with `part` a part of it. Repeated spaces count as one.
   */
  readonly name?: string;
  readonly part?: boolean;
  readonly within?: string;
  /** Matches invisible elements, too, such as most file inputs. */
  readonly hidden?: boolean;
}

export const describeTarget = ({ css, name, within }: Target): string =>
  [css, name === undefined ? '' : ` '${name}'`, within === undefined ? '' : ` in ${within}`].join('');

/** Runs in the page, so it uses nothing outside its body. */
export function locate({ css, name, part = false, within, hidden = false }: Target): Element | null {
  const flat = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim();
  const labelOf = (element: Element) => {
    const ids = element.getAttribute('aria-labelledby');
    const byId = ids?.split(' ').map((id) => document.getElementById(id)?.textContent ?? '');
    const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
    const byLabel = labels.length > 0 ? labels.map(({ textContent }) => textContent) : undefined;
    return flat((byId ?? byLabel)?.join(' ') ?? element.getAttribute('aria-label') ?? element.textContent);
  };
  const isNamed = (element: Element) => {
    if (name === undefined) return true;
    const label = labelOf(element);
    return part ? label.includes(name) : label === name;
  };
  const isShown = (element: Element) => hidden || element.checkVisibility({ visibilityProperty: true });
  const places = within === undefined ? [document] : [...document.querySelectorAll(within)];
  for (const place of places) {
    const found = [...place.querySelectorAll(css)].find((element) => isShown(element) && isNamed(element));
    if (found) return found;
  }
  return null;
}

/** The middle of an element in the window, in CSS pixels. Runs in the page, so it uses nothing outside its body. */
export function middleOf(element: Element | null): { readonly x: number; readonly y: number } {
  if (element === null) throw new Error('there is nothing to press');
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
}
