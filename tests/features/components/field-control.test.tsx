import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, test } from 'vitest';
import { system } from '#app/theme/system.ts';
import { COLORS } from '#components/colors.ts';
import { FieldControl } from '#components/field/field-control.tsx';
import { LongListsLater } from '#components/field/select.tsx';
import { agencyForm } from '#domain/agency/form.ts';
import { shortForm } from '#domain/short/form.ts';
import { studentForm } from '#domain/student/form.ts';
import { renderThemed } from '../render.tsx';
import { sampleField } from './sample-fields.ts';

afterEach(cleanup);

const MESSAGE = 'Please enter your first name';
const MANY = Array.from({ length: 60 }, (_, index) => ({ value: `n${index}`, label: `Number ${index}` }));
const choicesOf = (select: HTMLSelectElement) => [...select.options].map(({ value }) => value);

describe.each(['text', 'select', 'date', 'checkbox'] as const)('a field of kind %s', (kind) => {
  const control = () => screen.getByLabelText<HTMLInputElement>(/^Sample/);

  it('is found by its label and carries the name of its field', () => {
    renderThemed(<FieldControl field={sampleField(kind)} />);
    expect(control().name).toBe('sample');
    expect(control().getAttribute('aria-invalid')).toBeNull();
    expect(control().getAttribute('aria-describedby')).toBeNull();
  });
  it('has its message in <name>-error, tied by aria-describedby, and is aria-invalid', () => {
    renderThemed(<FieldControl field={sampleField(kind)} error={MESSAGE} />);
    expect(document.getElementById('sample-error')?.textContent).toBe(MESSAGE);
    expect(document.getElementById('sample-error')?.querySelector('svg[aria-hidden=true]')).not.toBeNull();
    expect(control().getAttribute('aria-invalid')).toBe('true');
    expect(control().getAttribute('aria-describedby')).toBe('sample-error');
  });
  it('with a warning is valid, and described by it; an error replaces it', () => {
    const warning = 'This ABN looks wrong. Please check the numbers.';
    const { rerender } = renderThemed(<FieldControl field={sampleField(kind)} warning={warning} />);
    expect(document.getElementById('sample-warning')?.textContent).toBe(warning);
    expect(control().getAttribute('aria-describedby')).toBe('sample-warning');
    expect(control().getAttribute('aria-invalid')).toBeNull();
    expect(document.querySelector('[aria-invalid], [id=sample-error]')).toBeNull();
    rerender(<FieldControl field={sampleField(kind)} warning={warning} error={MESSAGE} />);
    expect(document.getElementById('sample-warning')).toBeNull();
    expect(control().getAttribute('aria-describedby')).toBe('sample-error');
  });
  it('is described by its help before its message', () => {
    renderThemed(<FieldControl field={sampleField(kind, { help: 'As in your passport.' })} error={MESSAGE} />);
    expect(control().getAttribute('aria-describedby')).toBe('sample-help sample-error');
    expect(document.getElementById('sample-help')?.textContent).toBe('As in your passport.');
  });
  it('is marked as required for eyes and for screen readers', () => {
    renderThemed(<FieldControl field={sampleField(kind, { required: MESSAGE })} />);
    expect(control().getAttribute('aria-required')).toBe('true');
    expect(document.querySelector('[data-part=mark][aria-hidden=true]')?.textContent?.trim()).toBe('*');
  });
  it('is not marked while it is required on a condition only, unless the caller says so', () => {
    const field = sampleField(kind, { required: MESSAGE, requiredWhen: { field: 'other', is: 'Yes' } });
    renderThemed(<FieldControl field={field} />);
    expect(control().getAttribute('aria-required')).toBeNull();
    cleanup();
    renderThemed(<FieldControl field={field} required />);
    expect(control().getAttribute('aria-required')).toBe('true');
  });
  it('can be disabled', () => {
    renderThemed(<FieldControl field={sampleField(kind)} disabled />);
    expect(control().disabled).toBe(true);
  });
});

describe('a typed field', () => {
  it('is uncontrolled: typed text stays, regardless of later renders', () => {
    const { rerender } = renderThemed(<FieldControl field={sampleField('text')} defaultValue="Mai" />);
    const input = screen.getByLabelText<HTMLInputElement>('Sample');
    expect(input.value).toBe('Mai');
    input.value = 'Mai Anh';
    rerender(<FieldControl field={sampleField('text')} defaultValue="Mai" error={MESSAGE} />);
    expect(input.value).toBe('Mai Anh');
  });
  it('tells the keyboard and the form filler what it takes', () => {
    renderThemed(<FieldControl field={sampleField('text', { inputMode: 'email', autoComplete: 'email' })} />);
    const input = screen.getByLabelText('Sample');
    expect(input.getAttribute('inputmode')).toBe('email');
    expect(input.getAttribute('autocomplete')).toBe('email');
    expect(input.getAttribute('enterkeyhint')).toBe('next');
    expect(input.getAttribute('spellcheck')).toBe('false');
  });
  it.each([
    [{}, 'words'],
    [{ capitals: true }, 'characters'],
    [{ inputMode: 'email' }, 'none'],
    [{ inputMode: 'tel' }, 'none'],
  ] as const)('is not corrected by the keyboard, which begins with the right letters (%o)', (field, letters) => {
    renderThemed(<FieldControl field={sampleField('text', field)} />);
    const input = screen.getByLabelText('Sample');
    expect(['spellcheck', 'autocorrect', 'autocapitalize'].map((name) => input.getAttribute(name))).toEqual([
      'false',
      'off',
      letters,
    ]);
  });
});

describe.each([studentForm, shortForm, agencyForm].map((form) => [form.id, form.fields] as const))(
  '%s',
  (_id, fields) => {
    it('has autocomplete on every typed or chosen answer, inputmode and enterkeyhint on every typed one', () => {
      const lacking = fields.flatMap((field) => {
        const { container, unmount } = renderThemed(<FieldControl field={field} />);
        const control = container.querySelector('input:not([type=hidden], [type=radio], [type=checkbox]), select');
        const wanted = field.kind === 'text' ? ['autocomplete', 'inputmode', 'enterkeyhint'] : ['autocomplete'];
        const missing = control ? wanted.filter((name) => !control.getAttribute(name)) : [];
        unmount();
        return missing.map((name) => `${field.name}: ${name}`);
      });
      expect(lacking).toEqual([]);
    });

    it('gives each hint for autofill to one question only, so that no answer is filled into two', () => {
      const hints = [...new Map(fields.map(({ name, autoComplete = 'off' }) => [name, autoComplete])).values()];
      const given = hints.filter((hint) => hint !== 'off');
      expect(given.filter((hint, index) => given.indexOf(hint) !== index)).toEqual([]);
    });
  },
);

// Chromium fills the fields of one section together, and takes no notice of 'off'.
test.each([
  [studentForm, 'countryOfBirth', 'section-birth country-name'],
  [studentForm, 'streetNumber', 'section-number address-line1'],
  [studentForm, 'streetName', 'address-line1'],
  [studentForm, 'postalStreetNumber', 'section-postal-number address-line1'],
  [studentForm, 'mobilePhone', 'tel'],
  [studentForm, 'contactGivenName', 'section-emergency given-name'],
  [studentForm, 'contactFamilyName', 'section-emergency family-name'],
  [studentForm, 'contactEmail', 'section-emergency email'],
  [studentForm, 'contactMobile', 'section-emergency tel'],
  [studentForm, 'contactStreetAddress', 'section-emergency street-address'],
  [studentForm, 'contactCountry', 'section-emergency country-name'],
  [shortForm, 'countryOfBirth', 'section-birth country-name'],
  [shortForm, 'homePhone', 'section-home tel'],
  [agencyForm, 'alternateEmail', 'section-alternate email'],
] as const)('autofill keeps apart what belongs to different people and places: %o %s', (form, name, hint) => {
  expect(form.fields.find((field) => field.name === name)?.autoComplete).toBe(hint);
});

describe('a select', () => {
  it('begins with an empty choice, groups what is grouped, and disables separators', () => {
    const options = [
      { value: 'Mandarin', label: 'Mandarin', group: 'East Asia' },
      { value: 'Hindi', label: 'Hindi', group: 'South Asia' },
      { value: 'line', label: '---', disabled: true },
    ];
    renderThemed(<FieldControl field={sampleField('select')} options={options} />);
    const select = screen.getByLabelText<HTMLSelectElement>('Sample');
    expect(select.options[0]?.value).toBe('');
    expect(within(select).getByRole('group', { name: 'East Asia' }).textContent).toBe('Mandarin');
    expect([...select.options].filter((option) => option.disabled).map((option) => option.value)).toEqual(['line']);
  });
  it('keeps an answer that the list no longer has', () => {
    renderThemed(<FieldControl field={sampleField('select')} defaultValue="2026-01-13" />);
    expect(screen.getByLabelText<HTMLSelectElement>('Sample').value).toBe('2026-01-13');
  });
  it('keeps what was chosen in the prerendered page before the scripts were there', () => {
    const page = <FieldControl field={sampleField('select')} />;
    const container = document.body.appendChild(document.createElement('div'));
    container.innerHTML = renderToString(<ChakraProvider value={system}>{page}</ChakraProvider>);
    const select = container.querySelector('select') as HTMLSelectElement;
    select.value = 'Yes';
    const { unmount } = render(<ChakraProvider value={system}>{page}</ChakraProvider>, { container, hydrate: true });
    expect(select.isConnected).toBe(true);
    expect(select.value).toBe('Yes');
    unmount();
  });
  it('keeps what was chosen when its list comes later, even a choice that the list does not have', () => {
    const { rerender } = renderThemed(<FieldControl field={sampleField('select')} />);
    const select = screen.getByLabelText<HTMLSelectElement>('Sample');
    select.value = 'Yes';
    rerender(<FieldControl field={sampleField('select')} options={MANY} />);
    expect(select.value).toBe('Yes');
    expect(choicesOf(select)).toEqual(['', 'Yes', ...MANY.map(({ value }) => value)]);
  });
  it('keeps what is chosen while its new list is being rendered', () => {
    const Person = ({ chooses }: { readonly chooses: string }) => {
      const select = screen.queryByLabelText<HTMLSelectElement>('Sample');
      if (select) select.value = chooses;
      return null;
    };
    const page = (options: typeof MANY, chooses: string) => (
      <>
        <FieldControl field={sampleField('select')} options={options} />
        <Person chooses={chooses} />
      </>
    );
    const { rerender } = renderThemed(page(MANY, ''));
    rerender(page(MANY.slice(0, 50), 'n7'));
    expect(screen.getByLabelText<HTMLSelectElement>('Sample').value).toBe('n7');
  });
});

describe('a select with a long list, on a change of step', () => {
  const open = () => {
    renderThemed(
      <LongListsLater value>
        <FieldControl field={sampleField('select')} options={MANY} defaultValue="n7" />
      </LongListsLater>,
    );
    return screen.getByLabelText<HTMLSelectElement>('Sample');
  };
  const all = ['', ...MANY.map(({ value }) => value)];

  it('shows what was chosen at once', () => {
    const select = open();
    expect([select.value, select.selectedOptions[0]?.textContent]).toEqual(['n7', 'Number 7']);
  });
  it('has all its choices a moment later', async () => {
    const select = open();
    await waitFor(() => expect(choicesOf(select)).toEqual(all));
    expect(select.value).toBe('n7');
  });
  it.each(['pointerDown', 'focus'] as const)('has them at once for a person who comes to it (%s)', (coming) => {
    const select = open();
    fireEvent[coming](select);
    expect(choicesOf(select)).toEqual(all);
    expect(select.value).toBe('n7');
  });
  it('has them from the start where a form is opened', () => {
    renderThemed(<FieldControl field={sampleField('select')} options={MANY} />);
    expect(choicesOf(screen.getByLabelText<HTMLSelectElement>('Sample'))).toEqual(all);
  });
});

describe('a question of radios', () => {
  const group = () => screen.getByRole('radiogroup', { name: /^Sample/ });

  it('is a fieldset named by its legend, with native radios of the field name', () => {
    renderThemed(<FieldControl field={sampleField('radio')} defaultValue="No" />);
    expect(group().localName).toBe('fieldset');
    const radios = within(group()).getAllByRole<HTMLInputElement>('radio');
    expect(radios.map(({ name, value, checked }) => [name, value, checked])).toEqual([
      ['sample', 'Yes', false],
      ['sample', 'No', true],
    ]);
  });
  it('has a border of the colour of errors around each choice while it has a message', () => {
    const borders = () =>
      within(group())
        .getAllByRole('radio')
        .map((radio) => getComputedStyle(radio.closest('label') as HTMLElement).borderColor);
    const { rerender } = renderThemed(<FieldControl field={sampleField('radio')} error={MESSAGE} />);
    expect(new Set(borders())).toEqual(new Set([COLORS.error.light]));
    rerender(<FieldControl field={sampleField('radio')} />);
    expect(borders()).not.toContain(COLORS.error.light);
  });
  it('ties its message to the group and to each radio', () => {
    renderThemed(<FieldControl field={sampleField('radio', { required: MESSAGE })} error={MESSAGE} />);
    for (const element of [group(), ...within(group()).getAllByRole('radio')]) {
      expect(element.getAttribute('aria-invalid')).toBe('true');
      expect(element.getAttribute('aria-describedby')).toBe('sample-error');
    }
    expect(group().getAttribute('aria-required')).toBe('true');
  });
});

describe('other kinds', () => {
  it('a hidden field is a hidden input', () => {
    renderThemed(<FieldControl field={sampleField('hidden')} defaultValue="student-application" />);
    expect(document.querySelector<HTMLInputElement>('input[type=hidden][name=sample]')?.value).toBe(
      'student-application',
    );
  });
  it('an agent selector is left to its feature', () => {
    renderThemed(<FieldControl field={sampleField('agent')} />);
    expect(document.querySelector('[name=sample]')).toBeNull();
  });
  it('a checkbox starts as it was left', () => {
    renderThemed(<FieldControl field={sampleField('checkbox')} defaultValue />);
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
  });
});
