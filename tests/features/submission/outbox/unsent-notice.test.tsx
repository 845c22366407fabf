import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { UnsentNotice } from '#features/submission/outbox/outbox-view.tsx';
import { listUnsent, saveUnsent } from '#features/submission/sent-records.ts';
import { renderThemed } from '../../render.tsx';
import { entryOf } from './entries.ts';

const DAY = 24 * 60 * 60_000;
beforeEach(() => localStorage.clear());
afterEach(cleanup);

test('a confirmed application that was given up is named, with what to do, until the person has read it', () => {
  saveUnsent(entryOf('Amelia Hall', 1, Date.now() - 8 * DAY), Date.now());
  renderThemed(<UnsentNotice />);
  const { textContent } = screen.getByRole('alert');
  expect(textContent).toContain('We could not send a confirmed application');
  expect(textContent).toMatch(/Amelia Hall, confirmed on .+ We could not send it for 7 days/);
  expect(textContent).toContain('admissions@southbank-institute.example');
  act(() => void fireEvent.click(screen.getByRole('button', { name: 'Dismiss' })));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(listUnsent()).toEqual([]);
});

test('nothing is said where nothing was given up', () => {
  renderThemed(<UnsentNotice />);
  expect(screen.queryByRole('alert')).toBeNull();
});
