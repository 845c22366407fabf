import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isPdf, PDF_ONLY } from '#components/upload/accepted-files.ts';
import { DropZone } from '#components/upload/drop-zone.tsx';
import { FileUpload } from '#components/upload/file-upload.tsx';
import { renderThemed } from '../render.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const file = (name: string, bytes = 10, type = 'application/pdf') => new File(['x'.repeat(bytes)], name, { type });
const input = (name: string) => document.querySelector<HTMLInputElement>(`input[type=file][name="${name}"]`);
async function choose(name: string, ...files: File[]) {
  const control = input(name);
  if (!control) throw new Error(`no input ${name}`);
  await act(async () => void fireEvent.change(control, { target: { files } }));
}

function zone(props: Partial<Parameters<typeof DropZone>[0]> = {}) {
  const onFiles = vi.fn();
  const onRejected = vi.fn();
  renderThemed(
    <fieldset>
      <DropZone name="cv" label="CV" types={PDF_ONLY} onFiles={onFiles} onRejected={onRejected} {...props}>
        {({ open, cancelled, state }) => (
          <button type="button" onClick={open}>
            {cancelled ? 'cancelled' : state}
          </button>
        )}
      </DropZone>
    </fieldset>,
  );
  const area = document.querySelector('[data-drop-state]');
  if (!area) throw new Error('no drop area');
  return { onFiles, onRejected, area, state: () => area.getAttribute('data-drop-state') };
}
const drag = (...types: string[]) => ({
  dataTransfer: {
    types: ['Files'],
    items: types.map((type) => ({ kind: 'file', type, getAsFile: () => null })),
    files: [],
  },
});

describe('a drop area', () => {
  test('hands on what it takes', async () => {
    const { onFiles } = zone();
    await choose('cv', file('cv.pdf'));
    await waitFor(() => expect(onFiles).toHaveBeenCalledOnce());
    expect(onFiles.mock.calls[0]?.[0]).toMatchObject([{ name: 'cv.pdf' }]);
  });

  test('takes nothing while its form can only be read', async () => {
    const { onFiles, onRejected, area } = zone();
    const form = area.closest('fieldset');
    if (form === null) throw new Error('no fieldset');
    form.disabled = true;
    await choose('cv', file('cv.pdf'));
    form.disabled = false;
    await choose('cv', file('later.pdf'));
    await waitFor(() => expect(onFiles).toHaveBeenCalled());
    expect(onFiles.mock.calls.flat(2)).toMatchObject([{ name: 'later.pdf' }]);
    expect(onRejected).not.toHaveBeenCalled();
  });

  test.each([
    ['file-invalid-type', { types: PDF_ONLY }, [file('cv.txt', 10, 'text/plain')], 'File type must be .pdf'],
    ['file-too-large', { maxBytes: 8 }, [file('cv.pdf', 9)], 'File is larger than 8 bytes'],
    ['too-many-files', {}, [file('a.pdf'), file('b.pdf')], 'Too many files'],
  ])('refuses with %s', async (code, props, files, message) => {
    const { onRejected } = zone(props);
    await choose('cv', ...files);
    await waitFor(() => expect(onRejected).toHaveBeenCalledOnce());
    expect(onRejected.mock.calls[0]?.[0]).toMatchObject([{ code, message }]);
  });

  const pdf = (name: string, type: string) => new File(['%PDF-1.7 and so on'], name, { type });
  test.each([
    ['1000012345', ''],
    ['DOC-20260101-WA0001.', ''],
    ['passport.pdf.download', ''],
    ['passport', 'application/octet-stream'],
    ['passport.bin', 'application/x-download'],
  ])('takes a PDF that is called %j with the type %j', async (name, type) => {
    const { onFiles, onRejected } = zone();
    await choose('cv', pdf(name, type));
    await waitFor(() => expect(onFiles).toHaveBeenCalledOnce());
    expect(onFiles.mock.calls[0]?.[0]).toMatchObject([{ name, type: 'application/pdf', size: 18 }]);
    expect(onRejected).not.toHaveBeenCalled();
  });

  test('refuses a PDF without an ending for what else is wrong with it', async () => {
    const { onFiles, onRejected } = zone({ maxBytes: 8 });
    await choose('cv', pdf('passport', ''));
    await waitFor(() => expect(onRejected).toHaveBeenCalledOnce());
    expect(onRejected.mock.calls[0]?.[0]).toMatchObject([{ code: 'file-too-large' }]);
    expect(onFiles).not.toHaveBeenCalled();
  });

  test('does not call a file another type that cannot be read', async () => {
    const { onRejected } = zone();
    const gone = Object.assign(file('passport', 9, ''), {
      slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) }),
    });
    await choose('cv', gone);
    await waitFor(() => expect(onRejected).toHaveBeenCalledOnce());
    expect(onRejected.mock.calls[0]?.[0]).toMatchObject([
      { name: 'passport', message: 'We could not read the file. Please choose it again' },
    ]);
  });

  /** As browsers give what is dragged out of a ZIP, or out of a mail. */
  const NO_FILE = () => Promise.reject(new DOMException('', 'NotFoundError'));
  test.each([
    ['a file that the browser does not get', ['Files'], [{ kind: 'file', getAsFileSystemHandle: NO_FILE }]],
    ['a link', ['text/uri-list'], [{ kind: 'string', type: 'text/uri-list' }]],
  ])('says why it cannot take what is dropped: %s', async (_what, types, items) => {
    vi.stubGlobal('isSecureContext', true);
    const { area, onFiles, onRejected } = zone();
    await act(async () => void fireEvent.drop(area, { dataTransfer: { types, items, files: [] } }));
    await waitFor(() => expect(onRejected).toHaveBeenCalledOnce());
    expect(onRejected.mock.calls[0]?.[0]).toMatchObject([
      { message: expect.stringContaining('Save the file on this device first') },
    ]);
    expect(onFiles).not.toHaveBeenCalled();
  });

  test('passes over what operating systems leave in folders', async () => {
    const { onFiles, onRejected } = zone({ maxFiles: 5 });
    await choose('cv', file('.DS_Store', 10, ''), file('Thumbs.db', 10, ''), file('cv.pdf'));
    await waitFor(() => expect(onFiles).toHaveBeenCalledOnce());
    expect(onFiles.mock.calls[0]?.[0]).toHaveLength(1);
    expect(onRejected).not.toHaveBeenCalled();
  });

  test('shows focus', () => {
    const { area, state } = zone();
    fireEvent.focus(screen.getByRole('button'));
    expect(state()).toBe('focus');
    fireEvent.blur(area);
    expect(state()).toBe('idle');
  });

  test.each([
    ['accept', drag('application/pdf')],
    ['reject', drag('image/png')],
  ])('shows %s while such a file is over it', async (wanted, event) => {
    const { area, state } = zone();
    await act(async () => void fireEvent.dragEnter(area, event));
    await waitFor(() => expect(state()).toBe(wanted));
    await act(async () => void fireEvent.dragLeave(area, event));
    expect(state()).not.toBe(wanted);
  });

  test('shows that a file is dragged somewhere over the page', async () => {
    const { state } = zone();
    await act(async () => void fireEvent.dragEnter(document.body, drag('application/pdf')));
    expect(state()).toBe('dragging');
  });

  test('notices 300 ms after the page has the focus back that the dialog was cancelled', async () => {
    vi.useFakeTimers();
    zone();
    fireEvent.click(screen.getByRole('button'));
    fireEvent.focus(window);
    act(() => vi.advanceTimersByTime(290));
    expect(screen.queryByText('cancelled')).toBeNull();
    act(() => vi.advanceTimersByTime(20));
    expect(screen.getByText('cancelled')).toBeDefined();
  });
});

describe('the generic upload control', () => {
  const upload = (count = 0) => {
    const onAdd = vi.fn();
    const files = Array.from({ length: count }, (_, index) => ({ name: `${index}.pdf`, size: 1536 }));
    renderThemed(<FileUpload name="papers" label="Papers" files={files} onAdd={onAdd} onRemove={() => {}} />);
    return onAdd;
  };

  test('takes pdf, doc, docx, jpg, jpeg and png', async () => {
    const onAdd = upload();
    for (const ending of ['pdf', 'doc', 'docx', 'jpg', 'jpeg', 'png'])
      await choose('papers', file(`a.${ending}`, 10, ''));
    await waitFor(() => expect(onAdd).toHaveBeenCalledTimes(6));
    await choose('papers', file('a.exe', 10, ''));
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toContain(
        'a.exe: File type must be .pdf, .doc, .docx, .jpg, .jpeg or .png',
      ),
    );
  });

  test('takes files of up to 10485760 bytes', async () => {
    const onAdd = upload();
    await choose('papers', file('exact.pdf', 10_485_760));
    await waitFor(() => expect(onAdd).toHaveBeenCalledOnce());
    onAdd.mockClear();
    await choose('papers', file('large.pdf', 10_485_761));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('File is larger than 10485760 bytes'));
    expect(onAdd).not.toHaveBeenCalled();
  });

  test('takes five files in all', async () => {
    const onAdd = upload(4);
    await choose('papers', file('fifth.pdf'), file('sixth.pdf'));
    await waitFor(() => expect(onAdd).toHaveBeenCalledOnce());
    expect(onAdd.mock.calls[0]?.[0]).toMatchObject([{ name: 'fifth.pdf' }]);
    expect(screen.getByRole('alert').textContent).toContain('sixth.pdf: Too many files');
  });

  test('lists what it holds with sizes', () => {
    upload(1);
    expect(screen.getAllByText('0.pdf')).not.toHaveLength(0);
    expect(screen.getByText('1.5 KB')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Remove 0.pdf' })).toBeDefined();
  });
});

describe('a PDF by its beginning, as the server decides', () => {
  test.each([
    ['%PDF-1.7', true],
    [`${' '.repeat(1000)}%PDF-1.4`, true],
    [`${' '.repeat(1100)}%PDF-1.4`, false],
    ['\ufeff\r\n%PDF-1.4', true],
    ['PK\u0003\u0004', false],
    ['PK\u0003\u0004%PDF-1.4', false],
    ['MZ\u0090 a program %PDF-1.4', false],
    ['<html><script>1</script>%PDF-1.4', false],
    ['Content-Type: application/pdf\r\n\r\n%PDF-1.4', true],
    ['', false],
  ])('%j: %j', async (content, expected) => {
    expect(await isPdf(new Blob([content]))).toBe(expected);
  });
});
