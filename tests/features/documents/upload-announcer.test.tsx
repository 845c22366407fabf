import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UploadAnnouncer } from '#features/documents/attached-document.tsx';
import type { DocumentDescriptor, DraftDocuments } from '#features/documents/documents-slice.ts';
import { renderThemed } from '../render.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const passport: DocumentDescriptor = {
  attachment: 'a',
  name: 'passport.pdf',
  type: 'application/pdf',
  size: 100,
  uploadedBytes: 0,
  state: 'uploading',
  kept: true,
};
const at = (changes: Partial<DocumentDescriptor>): DraftDocuments => ({ passport: { ...passport, ...changes } });
const said = () => screen.getByRole('status').textContent;

test('progress is announced at most every ten seconds, and the end once', () => {
  const { rerender } = renderThemed(<UploadAnnouncer documents={at({})} />);
  for (const uploadedBytes of [10, 20, 30]) {
    rerender(<UploadAnnouncer documents={at({ uploadedBytes })} />);
    act(() => void vi.advanceTimersByTime(3000));
    expect(said()).toBe('');
  }
  act(() => void vi.advanceTimersByTime(1000));
  expect(said()).toBe('Uploading documents, 30%');
  rerender(<UploadAnnouncer documents={at({ state: 'uploaded', uploadedBytes: 100 })} />);
  expect(said()).toBe('Uploads complete');
});

test('nothing is said of what was uploaded on an earlier visit', () => {
  renderThemed(<UploadAnnouncer documents={at({ state: 'uploaded' })} />);
  act(() => void vi.advanceTimersByTime(30_000));
  expect(said()).toBe('');
});
