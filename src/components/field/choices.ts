import type { Option as Choice } from '#domain/form/form.ts';

/** Neighbours of one group, in the order of the list; undefined stands for no group. */
export function groupsOf(options: readonly Choice[]): readonly (readonly [string | undefined, readonly Choice[]])[] {
  const groups: [string | undefined, Choice[]][] = [];
  for (const option of options) {
    const last = groups.at(-1);
    if (last && last[0] === option.group) last[1].push(option);
    else groups.push([option.group, [option]]);
  }
  return groups;
}

interface Choices {
  readonly options: readonly Choice[];
  /** What the empty choice says. */
  readonly placeholder: string;
}

/** Gives a select no more than the empty choice and the chosen one, which is all that a closed select shows. */
export function showChoice(
  select: HTMLSelectElement,
  { options, placeholder, chosen }: Choices & { chosen: string },
): void {
  const { label } = options.find(({ value }) => value === chosen) ?? { label: chosen };
  select.replaceChildren(toElement({ value: '', label: placeholder }));
  if (chosen !== '') select.append(toElement({ value: chosen, label }));
  select.value = chosen;
}

/** Gives a select all choices. What it shows stays, and stays a choice even when the list does not have it. */
export function fillChoices(select: HTMLSelectElement, { options, placeholder }: Choices): void {
  const { value, selectedOptions } = select;
  const label = selectedOptions[0]?.textContent ?? value;
  select.replaceChildren(toElement({ value: '', label: placeholder }), copyOf(options));
  select.value = value;
  if (select.value === value) return;
  select.options[0]?.after(toElement({ value, label }));
  select.value = value;
}

const made = new WeakMap<readonly Choice[], DocumentFragment>();

/** The choices of a list as `option` and `optgroup` elements: a copy of what was made for its first select. */
function copyOf(options: readonly Choice[]): Node {
  const choices = made.get(options) ?? makeChoices(options);
  made.set(options, choices);
  return choices.cloneNode(true);
}

function makeChoices(options: readonly Choice[]): DocumentFragment {
  const fragment = document.createDocumentFragment();
  for (const [label, members] of groupsOf(options)) {
    const elements = members.map(toElement);
    fragment.append(...(label === undefined ? elements : [groupElement(label, elements)]));
  }
  return fragment;
}

function toElement({ value, label, disabled = false }: Choice): HTMLOptionElement {
  return Object.assign(document.createElement('option'), { value, disabled, textContent: label });
}

function groupElement(label: string, members: readonly HTMLOptionElement[]): HTMLOptGroupElement {
  const element = Object.assign(document.createElement('optgroup'), { label });
  element.append(...members);
  return element;
}
