import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { CopyButton } from '#features/dev-tools/tool.tsx';
import { renderThemed } from '../render.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each([
  ['copies out of a hidden text area', true, 'Copied'],
  ['says so where that does not work either', false, 'Not allowed to copy'],
])('a copy button of the developer tools, where the browser has no clipboard, %s', async (_what, works, words) => {
  vi.stubGlobal('navigator', { clipboard: undefined });
  const copied: string[] = [];
  document.execCommand = () => {
    copied.push(document.querySelector('textarea')?.value ?? '');
    return works;
  };
  renderThemed(<CopyButton text={() => '{"a":1}'}>Copy JSON</CopyButton>);
  fireEvent.click(screen.getByRole('button', { name: 'Copy JSON' }));
  await screen.findByRole('button', { name: words });
  expect(copied).toEqual(['{"a":1}']);
});
