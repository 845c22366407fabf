import 'fake-indexeddb/auto';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiDebug } from '#features/dev-tools/api-debug.tsx';
import { JsonPreview } from '#features/dev-tools/json-preview.tsx';
import { callLog } from '#features/dev-tools/recorder.ts';
import { SavedVersions } from '#features/dev-tools/saved-versions.tsx';
import type { CurrentDraft } from '#features/dev-tools/tool.tsx';
import { newDraft } from '#features/drafts/draft.ts';
import { saveDraft } from '#features/drafts/draft-database.ts';
import { AGENCY, SHORT_MINIMAL } from '#tests/domain/support/applications.ts';
import { renderThemed } from '../render.tsx';

const ID = 'a0c5c4f2-7a35-4a0e-9f4c-6f2b8f0c1d11';

afterEach(() => {
  cleanup();
  callLog.clear();
  vi.useRealTimers();
});

describe('API response debug', () => {
  test('opens a call to what was asked and answered, the headers for whoever asks for them', () => {
    const finish = callLog.start({
      method: 'PUT',
      path: '/api/x',
      requestHeaders: { accept: '*/*' },
      requestBody: '{"a":1}',
    });
    finish({ status: 202, answerHeaders: { 'content-type': 'application/json', vary: 'x' }, answerBody: '{"b":2}' });
    renderThemed(<ApiDebug />);
    expect(screen.getByText('PUT /api/x')).toBeDefined();
    expect(screen.getByText(/"a": 1/)).toBeDefined();
    expect(screen.getByText(/"b": 2/)).toBeDefined();
    expect(screen.getByText('2 headers')).toBeDefined();
  });

  test('says so of a call without a body, and why there was no answer', () => {
    callLog.start({ method: 'GET', path: '/api/x', requestHeaders: {} })({ failure: 'Failed to fetch' });
    renderThemed(<ApiDebug />);
    expect(screen.getByText('No body')).toBeDefined();
    expect(screen.getByText('Failed to fetch')).toBeDefined();
  });
});

describe('JSON preview', () => {
  const shown = (draft: CurrentDraft, path: string) => {
    renderThemed(
      <JsonPreview
        draft={draft}
        mapping={{ timeZone: 'Australia/Melbourne', dialect: 'spec', lists: {} }}
        demo={false}
        onClose={() => undefined}
      />,
    );
    const row = screen.getByText(path, { selector: 'code' }).closest('tr') as HTMLElement;
    return within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
  };

  test('of an agency has the agent flow’s fields, each with its answer, and the introduction', () => {
    const documents = [{ slot: 'agent-introduction', name: 'We are.pdf', size: 2048 }];
    const draft: CurrentDraft = { id: ID, form: 'agency', variant: 'direct', answers: AGENCY, documents };
    expect(shown(draft, 'targetRecruitmentCountryPrimary')).toEqual([
      'targetRecruitmentCountryPrimary',
      '"Nepal"',
      'targetRecruitmentCountry',
    ]);
    expect(screen.getByText('"(We are.pdf, 2 KB)"')).toBeDefined();
  });

  test('of a short application has the student flow’s fields', () => {
    const draft: CurrentDraft = { id: ID, form: 'short', variant: 'direct', answers: SHORT_MINIMAL, documents: [] };
    expect(shown(draft, 'title')).toEqual(['title', '"Asha Rai"', 'firstName, familyName']);
  });
});

describe('State', () => {
  test('lists each saved version with its place, revision, size and age, and what can be done to it', async () => {
    // It stands still: the age is shown to the second.
    vi.setSystemTime(Date.now());
    const draft = { ...newDraft(ID, 'direct', Date.now() - 90_000, { firstName: 'Linh' }), revision: 3 };
    await saveDraft(draft);
    renderThemed(<SavedVersions currentId={ID} />);
    const row = (await screen.findByText('a0c5c4f2')).closest('li') as HTMLElement;
    expect(row.textContent).toContain('(open), IndexedDB');
    expect(row.textContent).toMatch(/revision 3, \d+ Bytes, 1 min 30 s old/);
    const buttons = within(row).getAllByRole('button');
    expect(buttons.map((button) => button.textContent)).toEqual(['23 h 59 old', 'Corrupt']);
  });
});
