import { configureStore } from '@reduxjs/toolkit';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { Toasts, toast } from '#components/toasts.tsx';
import type { Answers } from '#domain/form/form.ts';
import { ShortForm } from '#features/forms/short/short-form.tsx';
import { api } from '#platform/api.ts';
import { SHORT_ANSWERS } from '#tests/support/short-answers.ts';
import { renderThemed } from '../../render.tsx';
import { pageAt, startApiServer } from '../../submission/api-server.ts';

// The agent's field asks for the list of agents.
let server: Awaited<ReturnType<typeof startApiServer>>;
beforeAll(async () => {
  server = await startApiServer();
  pageAt(server.url);
});
afterAll(() => server.stop());
afterEach(() => {
  act(() => toast.remove());
  cleanup();
  vi.useRealTimers();
});

function page(answers: Record<string, string> = {}) {
  const events: { type: string; payload?: unknown }[] = [];
  const store = configureStore({
    reducer: (state: { api?: ReturnType<typeof api.reducer> } = {}, action: { type: string; payload?: unknown }) => {
      events.push(action);
      return { api: api.reducer(state.api, action) };
    },
    middleware: (getDefault) => getDefault().concat(api.middleware),
  });
  const send = vi.fn((_values: Answers) => {});
  renderThemed(
    <Provider store={store}>
      <Toasts />
      <ShortForm answers={answers} documents={null} submitting={false} onSend={send} />
    </Provider>,
  );
  return { send, events };
}
const control = (name: string) => {
  const found = document.querySelector<HTMLInputElement>(`[name="${name}"]`);
  if (!found) throw new Error(`no control ${name}`);
  return found;
};
const change = (name: string, value: string) => act(() => void fireEvent.change(control(name), { target: { value } }));
const submit = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Submit Application' })));
const messages = () =>
  Object.fromEntries(
    [...document.querySelectorAll('[id$="-error"]')].map((one) => [one.id.replace(/-error$/, ''), one.textContent]),
  );

describe('the controls of the short form', () => {
  test('are named as the fields of the student automation flow', () => {
    page();
    const names = [...document.querySelectorAll('[name]')].map((one) => one.getAttribute('name'));
    expect([...new Set(names)].sort()).toEqual(
      [
        'studentType selectedAgent firstName middleName familyName preferredName gender dateOfBirth email birthplace',
        'countryOfBirth nationality languageInHome passportNumber passportExpiryDate visaNumber visaExpiryDate country',
        'buildingName flatDetails streetNumber streetName cityTownSuburb state postcode homePhone workPhone mobilePhone',
        'intakeYear course preferredStudyPeriod',
      ]
        .flatMap((line) => line.split(' '))
        .sort(),
    );
  });
  test('begin with the answers of the draft', () => {
    page({ firstName: 'Linh', countryOfBirth: 'Vietnam' });
    expect(control('firstName').value).toBe('Linh');
    expect(control('countryOfBirth').value).toBe('Vietnam');
  });
  test('offer this year and the next as intake year', () => {
    page();
    const year = new Date().getFullYear();
    const offered = [...control('intakeYear').querySelectorAll('option')].map((one) => one.getAttribute('value'));
    expect(offered).toEqual(['', String(year), String(year + 1)]);
  });
});

describe('validation of the short form: on submit, then on every change', () => {
  test('nothing is said before the first submit', () => {
    page();
    change('email', 'nobody');
    act(() => void fireEvent.focusOut(control('email')));
    expect(messages()).toEqual({});
  });

  test('submitting names every required answer by its field, in the words of the specification', async () => {
    const { send } = page();
    await submit();
    expect(send).not.toHaveBeenCalled();
    expect(messages()).toEqual({
      studentType: expect.any(String),
      firstName: 'Please enter your first name',
      familyName: 'Please enter your family name',
      gender: 'Please select your gender',
      dateOfBirth: 'Please select your date of birth',
      email: 'Please enter your email address',
      countryOfBirth: 'Please select your country of birth',
      nationality: 'Please select your nationality',
      passportNumber: 'Please enter your passport number',
      passportExpiryDate: 'Please select passport expiry date',
      country: 'Please select your country',
      mobilePhone: 'Please enter your mobile phone number',
      intakeYear: expect.any(String),
      course: expect.any(String),
    });
    expect(control('firstName').getAttribute('aria-invalid')).toBe('true');
    expect(control('firstName').getAttribute('aria-describedby')).toContain('firstName-error');
  });

  test('afterwards a change judges again: a message goes, another comes', async () => {
    page();
    await submit();
    change('email', 'nobody');
    expect(messages().email).toBe('Please enter a valid email address');
    change('email', 'nobody@example.com');
    expect(messages().email).toBeUndefined();
    change('firstName', 'Lính');
    expect(messages().firstName).toBe('Please use English letters and numbers only');
  });

  test('typing is taken in on a pause of 300 ms, not on a key', async () => {
    page();
    await submit();
    vi.useFakeTimers();
    control('firstName').value = 'Linh';
    act(() => void fireEvent.input(control('firstName')));
    expect(messages().firstName).toBe('Please enter your first name');
    act(() => vi.advanceTimersByTime(300));
    expect(messages().firstName).toBeUndefined();
  });

  test('the focus goes to the first field with a message', async () => {
    page({ ...SHORT_ANSWERS, email: 'nobody' });
    await submit();
    await waitFor(() => expect(document.activeElement).toBe(control('email')));
  });

  test.each([
    [{ email: '' }, 'Please complete the following required fields in Short Application: Email'],
    [
      { firstName: '', familyName: '', email: '', country: '' },
      'Please complete all required fields... 4 fields need to be filled',
    ],
  ])('a toast names up to three fields, otherwise their number: %o', async (missing, words) => {
    page({ ...SHORT_ANSWERS, ...missing });
    await submit();
    expect(within(screen.getByRole('region', { name: 'Notifications' })).getByRole('alert').textContent).toContain(
      words,
    );
  });
});

describe('the form-library reading', () => {
  test('birthplace is not required', async () => {
    const { send } = page({ ...SHORT_ANSWERS, birthplace: '' });
    await submit();
    await waitFor(() => expect(send).toHaveBeenCalledOnce());
  });
  test('what was not answered is not sent; what was, is', async () => {
    const { send } = page({ ...SHORT_ANSWERS });
    await submit();
    await waitFor(() => expect(send).toHaveBeenCalledWith(SHORT_ANSWERS));
  });
});

test('answers become events of the draft', () => {
  const { events } = page();
  change('firstName', 'Linh');
  expect(events.filter(({ type }) => type === 'drafts/answersChanged')).toMatchObject([
    { payload: { changes: { firstName: 'Linh' } } },
  ]);
});
