import { type FocusEvent, type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Button } from '#components/button.tsx';
import { controlId, describe, FieldFrame } from '#components/field/field-frame.tsx';
import { Icon } from '#components/icon.tsx';
import { Verbatim } from '#components/verbatim.tsx';
import type { Field } from '#domain/form/form.ts';
import { readSelection } from './agent-index.ts';
import { useAgents } from './agent-list.ts';
import { AgentPicker, isInSheet } from './agent-picker.tsx';
import { SelectorBox } from './agent-selector.styles.ts';

export interface AgentSelectorProps {
  readonly field: Field;
  /** 'name|country' or ''. Later the hidden control has the value. */
  readonly defaultValue: string;
  readonly error?: string | undefined;
  readonly required: boolean;
  readonly disabled?: boolean;
}

/**
 * The field 'Agent' (R2.24): a combobox with a searchable list. The choice is 'name|country' in a hidden control, which
 * fires change events like a native control.
 */
export function AgentSelector({ field, defaultValue, error, required, disabled = false }: AgentSelectorProps) {
  const { name, label, help } = field;
  const list = useAgents();
  const [value, setValue] = useState(defaultValue);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const listId = useId();
  const box = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const control = useRef<HTMLInputElement>(null);

  const show = (firstLetter = '') => {
    setTyped(firstLetter);
    setOpen(true);
  };
  const close = (focusBack: boolean) => {
    setOpen(false);
    if (focusBack) trigger.current?.focus();
  };
  const choose = (chosen: string) => {
    setValue(chosen);
    close(true);
    if (control.current === null) return;
    // Set before the next render, since listeners read it at once.
    control.current.value = chosen;
    control.current.dispatchEvent(new Event('change', { bubbles: true }));
  };
  usePressOutside(box, open, () => close(false));
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (open && relatedTarget instanceof Node && !isPartOf(box.current, relatedTarget)) close(false);
  };
  const press = (event: KeyboardEvent) => {
    if (!opensList(event)) return;
    event.preventDefault();
    show(event.key.length === 1 ? event.key.trim() : '');
  };

  const selection = readSelection(value);
  const wiring = describe({ name, help, error, required });
  return (
    <FieldFrame {...{ name, label, help, error, required }}>
      <SelectorBox ref={box} onBlur={leave}>
        <div data-part="chosen">
          <button
            {...wiring}
            ref={trigger}
            type="button"
            role="combobox"
            id={controlId(name)}
            aria-expanded={open}
            aria-haspopup="listbox"
            aria-controls={open ? listId : undefined}
            disabled={disabled}
            onClick={() => (open ? close(false) : show())}
            onKeyDown={press}
          >
            <span data-part={selection ? 'selection' : 'placeholder'}>
              {selection ? <Verbatim>{selection.name}</Verbatim> : <span>Select an agent</span>}
              {selection && <small translate="no">{selection.country}</small>}
            </span>
            <Icon name="chevron" />
          </button>
          {selection && (
            <Button variant="quiet" icon="cross" disabled={disabled} onClick={() => choose('')}>
              Clear selection
            </Button>
          )}
        </div>
        <input {...wiring} ref={control} type="hidden" name={name} value={value} />
        {open && (
          <AgentPicker
            list={list}
            listId={listId}
            chosen={value}
            typed={typed}
            onChoose={choose}
            onClose={() => close(true)}
          />
        )}
      </SelectorBox>
    </FieldFrame>
  );
}

/** Arrows open the list, and a letter opens it and starts the search. The browser turns Enter and Space into clicks. */
function opensList({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (key === 'ArrowDown' || key === 'ArrowUp') return true;
  return key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
}

/** Whether `node` belongs to the field or to its open list. */
const isPartOf = (box: HTMLElement | null, node: Node): boolean => box?.contains(node) === true || isInSheet(node);

/** Calls back at a press anywhere else on the page. */
function usePressOutside(box: { readonly current: HTMLElement | null }, active: boolean, onPress: () => void): void {
  const pressedOutside = useEffectEvent(onPress);
  useEffect(() => {
    if (!active) return;
    const pressed = ({ target }: Event) => {
      if (target instanceof Node && !isPartOf(box.current, target)) pressedOutside();
    };
    document.addEventListener('pointerdown', pressed);
    return () => document.removeEventListener('pointerdown', pressed);
  }, [box, active]);
}
