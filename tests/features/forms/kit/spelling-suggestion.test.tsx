import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { Form } from 'react-final-form';
import { afterEach, describe, expect, it } from 'vitest';
import { FieldControl } from '#components/field/field-control.tsx';
import { ENGLISH } from '#domain/form/shared-rules.ts';
import { REWRITTEN } from '#features/forms/kit/controls.ts';
import { FormField } from '#features/forms/kit/form-field.tsx';
import { SpellingSuggestion } from '#features/forms/kit/spelling-suggestion.tsx';
import { sampleField } from '../../components/sample-fields.ts';
import { renderThemed } from '../../render.tsx';

afterEach(cleanup);

const MESSAGE = 'Please use English letters and numbers only';
const FIELD = sampleField('text', { rules: [ENGLISH] });
const control = () => screen.getByLabelText<HTMLInputElement>('Sample');
const offers = () => screen.queryAllByRole('button');
const offer = (words: string) => offers().find(({ textContent }) => textContent === words) as HTMLElement;

/** Validates as the forms do: on leaving the field, and when a button has written into it. */
function Validated({ start }: { readonly start: string }) {
  const messageFor = (text: string) => (/^[ -~]*$/.test(text) ? undefined : MESSAGE);
  const [error, setError] = useState(messageFor(start));
  const hear = (element: HTMLDivElement | null) => {
    const listen = () => setError(messageFor(control().value));
    for (const event of ['change', REWRITTEN]) element?.addEventListener(event, listen);
  };
  return (
    <div ref={hear}>
      <FieldControl
        field={FIELD}
        defaultValue={start}
        error={error}
        offer={<SpellingSuggestion field={FIELD} refused={error === MESSAGE} />}
      />
    </div>
  );
}
function leaveWith(text: string): void {
  control().value = text;
  act(() => void control().dispatchEvent(new Event('change', { bubbles: true })));
}

describe('beside the message about letters with marks', () => {
  it('a button offers the spelling in a passport, one press writes it, and the same button takes it back', () => {
    renderThemed(<Validated start="Müller" />);
    const button = offer('Use "Mueller"');
    expect(document.getElementById('sample-error')?.textContent).toBe(MESSAGE);
    expect(control().value).toBe('Müller');
    button.focus();
    fireEvent.click(button);
    expect(control().value).toBe('Mueller');
    expect(document.getElementById('sample-error')).toBeNull();
    expect(document.activeElement).toBe(offer('Undo, back to "Müller"'));
    expect(document.activeElement).toBe(button);
    fireEvent.click(button);
    expect(control().value).toBe('Müller');
    expect(document.getElementById('sample-error')?.textContent).toBe(MESSAGE);
    expect(button.textContent).toBe('Use "Mueller"');
  });
  it('what it does is said to screen readers, which hear the change in the same status', () => {
    renderThemed(<Validated start="Müller" />);
    const status = screen.getByRole('status');
    expect(offers()[0]?.getAttribute('aria-describedby')).toBe(status.id);
    expect(status.textContent).toBe('Spelled as in passports:');
    fireEvent.click(offers()[0] as HTMLElement);
    expect(screen.getByRole('status')).toBe(status);
    expect(status.textContent).toBe('Changed to the spelling of passports.');
  });
  it('the offer follows what is typed, while the message stays the same', () => {
    renderThemed(<Validated start="Müller" />);
    leaveWith('Möller');
    expect(offers().map(({ textContent }) => textContent)).toEqual(['Use "Moeller"']);
  });
  it('nothing is offered for letters of another script, nor taken back after the answer was typed again', () => {
    renderThemed(<Validated start="张伟" />);
    expect(offers()).toEqual([]);
    leaveWith('Łukasz');
    fireEvent.click(offer('Use "Lukasz"'));
    leaveWith('Lucas');
    expect(offers()).toEqual([]);
  });
  it('nothing is offered beside other messages', () => {
    renderThemed(
      <Form
        initialValues={{ sample: 'Müller' }}
        validate={() => ({ sample: 'Please enter your family name' })}
        onSubmit={() => undefined}
      >
        {({ form }) => (
          <>
            <FormField field={FIELD} />
            <input aria-label="leave" onFocus={() => form.blur('sample')} />
          </>
        )}
      </Form>,
    );
    fireEvent.focus(screen.getByLabelText('leave'));
    expect(document.getElementById('sample-error')?.textContent).toBe('Please enter your family name');
    expect(offers()).toEqual([]);
  });
});
