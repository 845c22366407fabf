import { afterEach, describe, expect, it, vi } from 'vitest';
import { copyText } from '#platform/copy-text.ts';

afterEach(() => vi.unstubAllGlobals());

const withClipboard = (clipboard: unknown) => vi.stubGlobal('navigator', { clipboard });

describe('copying the Application ID', () => {
  it("uses the browser's clipboard", async () => {
    const writeText = vi.fn(async () => {});
    withClipboard({ writeText });
    expect(await copyText('AGT-1', document.body)).toBe(true);
    expect(writeText).toHaveBeenCalledWith('AGT-1');
  });
  it.each([
    ['there is none', undefined],
    ['it is not allowed', { writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) }],
  ])('copies out of a hidden text area where %s, and takes that away again', async (_why, clipboard) => {
    withClipboard(clipboard);
    const copied: string[] = [];
    document.execCommand = () => {
      copied.push(document.querySelector('textarea')?.value ?? '');
      return true;
    };
    expect(await copyText('AGT-2', document.body)).toBe(true);
    expect(copied).toEqual(['AGT-2']);
    expect(document.querySelector('textarea')).toBeNull();
  });
});
