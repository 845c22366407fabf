import { cleanup, fireEvent, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from '#app/store.ts';
import { BeforeYouSend } from '#features/preflight/before-you-send.tsx';
import { DIRECT, MINIMAL } from '#tests/domain/support/applications.ts';
import { renderThemed, saying } from '../render.tsx';

const DRAFT = '0f8fad5b-d9cb-469f-a165-70867728950e';
/** In order, apart from a passport that expires early and a birthplace that is a country. */
const ANSWERS = { ...MINIMAL, mobilePhone: '61412345678', passportExpiryDate: '2027-10-01', birthplace: 'China' };
const PASSPORT = 'The passport expires on 1 October 2027. The course ends on 19 April 2028.';
const BIRTHPLACE = 'The birthplace is "China", which is a country.';

const show = (answers: object = ANSWERS, onShow = (_place: string) => {}, draftId = DRAFT) =>
  renderThemed(
    <Provider store={createStore()}>
      <BeforeYouSend draftId={draftId} answers={{ ...answers }} context={DIRECT} documents={[]} onShow={onShow} />
    </Provider>,
  );
const says = (words: string) => screen.queryByText(saying(words)) !== null;
const pressAt = (words: string, button: string) => {
  const row = screen.getByText(saying(words)).closest('li');
  const found = [...(row?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === button);
  if (found === undefined) throw new Error(`no button ${button}`);
  fireEvent.click(found);
};

beforeEach(() => localStorage.clear());
afterEach(cleanup);

test('each finding says what was seen and why it matters, and leads to its answer', () => {
  const onShow = vi.fn();
  show(ANSWERS, onShow);
  expect(says(PASSPORT)).toBe(true);
  expect(says(BIRTHPLACE)).toBe(true);
  expect(screen.getByText('The birthplace is a town or city. Write it as in the passport.')).toBeDefined();
  pressAt(BIRTHPLACE, 'Go to this answer');
  expect(onShow).toHaveBeenCalledWith('birthplace');
});

test('an application without findings says that nothing was found', () => {
  show({ ...ANSWERS, passportExpiryDate: '2033-01-01', birthplace: 'Chengdu' });
  expect(
    screen.getByText('We checked dates, names, scores and contacts on this device, and found nothing to ask about.'),
  ).toBeDefined();
  expect(screen.queryByRole('listitem')).toBeNull();
});

test('what was called correct stays away, also after a reload, until its answer changes or it is asked for', () => {
  show();
  pressAt(BIRTHPLACE, 'This is correct');
  expect([says(PASSPORT), says(BIRTHPLACE)]).toEqual([true, false]);
  expect(document.activeElement?.textContent).toBe('Before you send');
  cleanup();
  show();
  expect([says(PASSPORT), says(BIRTHPLACE)]).toEqual([true, false]);
  cleanup();
  show({ ...ANSWERS, birthplace: 'Vietnam' });
  expect(says('The birthplace is "Vietnam", which is a country.')).toBe(true);
  cleanup();
  show();
  fireEvent.click(screen.getByRole('button', { name: 'Show 1 that you called correct' }));
  expect(says(BIRTHPLACE)).toBe(true);
});

test('what was called correct in one application is asked in another', () => {
  show();
  pressAt(BIRTHPLACE, 'This is correct');
  cleanup();
  show(ANSWERS, undefined, 'b0a3c2b4-6a0e-4c57-9f0e-2d6f7a8c9e10');
  expect([says(PASSPORT), says(BIRTHPLACE)]).toEqual([true, true]);
});

test('the device keeps only which rule was answered, and the network gets nothing', () => {
  const asked = vi.spyOn(globalThis, 'fetch');
  const logged = vi.spyOn(console, 'log');
  show();
  pressAt(PASSPORT, 'This is correct');
  pressAt(BIRTHPLACE, 'This is correct');
  const kept = Object.entries(localStorage).flat().join();
  expect(kept).toContain('confirmed-findings');
  for (const answer of [ANSWERS.passportExpiryDate, '2027', 'China', MINIMAL.familyName, MINIMAL.passportNumber]) {
    expect(kept).not.toContain(answer);
  }
  expect(asked).not.toHaveBeenCalled();
  expect(logged).not.toHaveBeenCalled();
});
