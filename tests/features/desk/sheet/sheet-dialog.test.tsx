import 'fake-indexeddb/auto';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { IDBObjectStore } from 'fake-indexeddb';
import { strToU8, zipSync } from 'fflate';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from '#app/store.ts';
import { toast } from '#components/toasts.tsx';
import type { SheetContext } from '#features/desk/sheet/sheet-columns.ts';
import { SheetDialog } from '#features/desk/sheet/sheet-dialog.tsx';
import { addDraftListener } from '#features/drafts/draft-services.ts';
import { selectDrafts } from '#features/drafts/drafts-slice.ts';
import { MINIMAL } from '../../../domain/support/applications.ts';
import { newDevice } from '../../new-device.ts';
import { renderThemed, saying } from '../../render.tsx';
import { startedWorkers, WorkerInPage } from './worker-in-page.ts';

const CONTEXT: SheetContext = {
  variant: 'agent',
  today: { earliest: '2026-06-15', latest: '2026-06-15' },
  lists: { intakes: [{ value: '2027-01-13', label: '13 January 2027' }] },
  agents: [{ value: 'Global Study|Vietnam', label: 'Global Study' }],
};

beforeEach(async () => {
  await newDevice();
  startedWorkers.length = 0;
  vi.stubGlobal('Worker', WorkerInPage);
  // Without a layout no row would be in sight.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function show() {
  const store = createStore();
  const close = vi.fn();
  renderThemed(
    <Provider store={store}>
      <SheetDialog context={CONTEXT} onClose={close} />
    </Provider>,
  );
  const names = () => Object.values(selectDrafts(store.getState())).map(({ firstName }) => firstName);
  return { store, close, names };
}

/** Students with no fault but the given ones, each with a different passport. */
function sheetOf(...students: readonly Readonly<Record<string, string>>[]): File {
  const good = { ...MINIMAL, agreeToTerms: 'Yes', selectedAgent: 'Global Study', selectedIntake: '2027-01-13' };
  const rows = students.map((one, index): Record<string, unknown> => {
    return { ...good, passportNumber: `P${index}`, ...one };
  });
  const titles = Object.keys(rows[0] ?? {});
  return fileOf([titles, ...rows.map((row) => titles.map((title) => row[title] ?? ''))].join('\n'));
}
const fileOf = (text: string, name = 'students.csv') => new File([text], name, { type: 'text/csv' });
const choose = (file: File) => fireEvent.change(screen.getByLabelText('Spreadsheet'), { target: { files: [file] } });
const press = (words: string) => fireEvent.click(screen.getByRole('button', { name: words }));
/** A button that is disabled until the sheet has been judged with what was chosen or made last. */
async function pressReady(words: string): Promise<void> {
  await expect.poll(() => screen.queryByRole('button', { name: words })).toHaveProperty('disabled', false);
  press(words);
}
const pressClose = () => fireEvent.click(screen.getByLabelText('Close'));
const rows = () => screen.getByLabelText('Rows of the sheet');
async function correct(cell: RegExp, text: string): Promise<void> {
  const input = await within(rows()).findByLabelText(cell);
  fireEvent.change(input, { target: { value: text } });
  fireEvent.keyDown(input, { key: 'Enter' });
}

test('what is no spreadsheet is refused with its reason, and the sheet that was there stays with its corrections', async () => {
  show();
  choose(sheetOf({ firstName: 'W' }));
  await screen.findByText('0 ready, 1 needs a correction');
  await correct(/2 First name$/, 'Wei');
  await screen.findByText('1 ready, 0 need a correction');
  choose(new File([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])], 'old.xls'));

  expect((await screen.findByRole('alert')).textContent).toContain('This is an old Excel file, or one with a password');
  expect(screen.getByText(saying('students.csv: 1 student.'))).toBeTruthy();
  expect(screen.getByText('1 ready, 0 need a correction')).toBeTruthy();
});

test('a file that cannot be opened any more is named, and the page is not blamed', async () => {
  show();
  const gone = sheetOf({});
  gone.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotFoundError'));
  choose(gone);
  expect((await screen.findByRole('alert')).textContent).toContain('We could not open this file');
});

test('a sheet without the title of any question makes nothing before its columns are said; a question has one column', async () => {
  show();
  choose(fileOf('Vorname,Rufname,Nachname\nWei,Willy,Chen'));
  expect((await screen.findByRole('alert')).textContent).toContain('We do not know the titles of this sheet');
  expect(await screen.findByRole('button', { name: 'Add 0 students' })).toHaveProperty('disabled', true);
  expect(screen.queryByLabelText('Rows of the sheet')).toBeNull();

  const question = (column: string) => screen.getByLabelText(`Question that column ${column} answers`);
  fireEvent.change(question('A'), { target: { value: 'firstName' } });
  fireEvent.change(question('C'), { target: { value: 'familyName' } });
  await screen.findByText(saying('Row 2: Wei Chen'));
  fireEvent.change(question('B'), { target: { value: 'firstName' } });
  await screen.findByText(saying('Row 2: Willy Chen'));
  expect(question('A')).toHaveProperty('value', '');
});

test('a column that was recognized by its cells is open to be checked', async () => {
  show();
  choose(fileOf('First name,Thư\nAn,an@x.vn\nBo,bo@x.vn'));
  expect(await screen.findByLabelText('Question that column B answers')).toHaveProperty('value', 'email');
  screen.getByText('Recognized by its cells. Please check.');
});

test('where the device is full half way, what was made is listed and what was not is made by the next press, none twice', async () => {
  const { close, names } = show();
  choose(sheetOf({ firstName: 'Ana' }, { firstName: 'Bo' }, { firstName: 'Chi' }));
  await screen.findByText('3 ready, 0 need a correction');
  const put = IDBObjectStore.prototype.put;
  let room = 2;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
    if (this.name === 'drafts') room -= 1;
    if (room < 0) throw new DOMException('no room', 'QuotaExceededError');
    return put.apply(this, given);
  });
  await pressReady('Add 3 students');

  expect((await screen.findByText(/^We added 2 of 3 students/)).textContent).toContain('This device has no room left.');
  expect(names().sort()).toEqual(['Bo', 'Chi']);
  await screen.findByText('1 ready, 0 need a correction, 2 added');
  expect(close).not.toHaveBeenCalled();
  room = 10;
  await pressReady('Add 1 student');
  await expect.poll(() => close.mock.calls.length).toBe(1);
  expect(names().sort()).toEqual(['Ana', 'Bo', 'Chi']);
});

test('of a student nothing but what lists show is in an action', async () => {
  const { store, close } = show();
  const actions: unknown[] = [];
  store.dispatch(addDraftListener({ predicate: () => true, effect: (action) => void actions.push(action) }));
  choose(sheetOf({ firstName: 'Ana', email: 'ana@secret.example', birthplace: 'Hiddentown' }));
  await screen.findByText('1 ready, 0 need a correction');
  await pressReady('Add 1 student');
  await expect.poll(() => close.mock.calls.length).toBe(1);

  expect(JSON.stringify(actions)).toContain('Ana');
  expect(JSON.stringify(actions)).not.toMatch(/secret\.example|Hiddentown/);
});

test('a student who is on the device already or twice in the sheet is made only if the agent agrees', async () => {
  const { close, names } = show();
  choose(sheetOf({ firstName: 'Ana' }, { firstName: 'Bo' }, { firstName: 'Bob', passportNumber: 'P1' }));
  await screen.findByText('2 ready, 0 need a correction, 1 already here or twice');
  await within(rows()).findByText('Row 3 has the same passport number');
  await pressReady('Add 2 students');
  await screen.findByText('0 ready, 0 need a correction, 1 already here or twice, 2 added');
  fireEvent.click(screen.getByLabelText(/that you already have/));
  await pressReady('Add 1 student');
  await expect.poll(() => close.mock.calls.length).toBe(1);
  expect(names().sort()).toEqual(['Ana', 'Bo', 'Bob']);
});

test('a row in which no cell answers a question is shown as such, and becomes no draft', async () => {
  const { names } = show();
  choose(fileOf('First name,Remarks\nWei,\n,see above'));
  await screen.findByText('1 ready, 0 need a correction, 1 empty');
  await within(rows()).findByText('This row is empty. We do not add it.');
  await pressReady('Add 1 student');
  await expect.poll(names).toEqual(['Wei']);
});

test('what was corrected and is in no draft and no file is not lost by one press of Escape', async () => {
  const { close } = show();
  choose(sheetOf({ firstName: 'W', familyName: 'C' }));
  await screen.findByText('0 ready, 1 needs a correction');
  await correct(/2 First name$/, 'Wei');
  pressClose();
  expect(close).not.toHaveBeenCalled();
  screen.getByText('Your corrections are not saved yet.');
  press('Go back and correct');
  expect(await within(rows()).findByText(saying('Row 2: Wei C'))).toBeTruthy();
  pressClose();
  press('Close without them');
  expect(close).toHaveBeenCalledOnce();
});

test('students of the sheet who are not added are named before the dialog closes', async () => {
  const { close, names } = show();
  choose(sheetOf({ firstName: 'Ana' }, { firstName: 'T', familyName: 'Do' }));
  await screen.findByText('1 ready, 1 needs a correction');
  await pressReady('Add 1 student');
  await expect.poll(names).toEqual(['Ana']);
  await screen.findByLabelText('Close');
  pressClose();
  expect(close).not.toHaveBeenCalled();
  screen.getByText(saying('This student is not added: T Do'));
  screen.getByRole('button', { name: 'Save as a file' });
  press('Leave them out');
  expect(close).toHaveBeenCalledOnce();
});

test('the sheet is given back with what was corrected and dates that need no question; then nothing is lost by closing', async () => {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  const { close } = show();
  choose(fileOf('First name,Date of birth,Remarks\nW,03/04/2001,=1+1'));
  fireEvent.click(await screen.findByLabelText(/The day comes first/));
  await correct(/2 First name$/, 'Wei');
  await screen.findByText('1 ready, 0 need a correction');
  press('Save the sheet as CSV');
  await expect.poll(() => names).toEqual(['students-corrected.csv']);

  expect(await files[0]?.text()).toBe("\ufeffFirst name,Date of birth,Remarks\r\nWei,2001-04-03,'=1+1");
  pressClose();
  expect(close).toHaveBeenCalledOnce();
});

test('work that has ended unexpectedly is started again with all that was chosen and corrected', async () => {
  show();
  choose(sheetOf({ firstName: 'W', dateOfBirth: '03/04/2001' }));
  fireEvent.click(await screen.findByLabelText(/The day comes first/));
  await screen.findByText('0 ready, 1 needs a correction');
  startedWorkers[0]?.die();
  await correct(/2 First name$/, 'Wei');
  await screen.findByText(/has stopped\. Your choices and corrections are still here/);
  press('Continue');
  await screen.findByText('1 ready, 0 need a correction');
  expect(startedWorkers).toHaveLength(2);
});

test('Save on work that has ended unexpectedly shows that, and saves once it was started again', async () => {
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
  const fail = vi.spyOn(toast, 'error');
  show();
  choose(sheetOf({ firstName: 'Wei' }));
  await screen.findByText('1 ready, 0 need a correction');
  startedWorkers[0]?.die();
  for (const press of [1, 2]) {
    pressSave();
    await expect.poll(() => fail.mock.calls.length).toBe(press);
    expect(fail.mock.lastCall?.[0]).toBe(STOPPED);
  }
  expect(startedWorkers).toHaveLength(1);
  press('Continue');
  await expect.poll(() => screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  pressSave();
  await expect.poll(() => save.mock.calls.length).toBe(1);
});
const STOPPED = 'The part that checks spreadsheets has stopped. Press “Continue”, then save again.';
const pressSave = () => press('Save the sheet as CSV');

test('a file in an unknown encoding is read once the agent has chosen how its words are spelled', async () => {
  show();
  const bytes = [
    ...new TextEncoder().encode('Surname,Given name\nWi'),
    0x9c,
    ...new TextEncoder().encode('niewska,Ola'),
  ];
  choose(new File([new Uint8Array(bytes)], 'polish.csv'));
  const polish = await screen.findByRole('radio', { name: /^Wiśniewska Central Europe/ });
  expect(screen.queryByRole('region', { name: 'Rows of the sheet' })).toBeNull();
  fireEvent.click(polish);
  await within(await screen.findByLabelText('Rows of the sheet')).findByText(saying('Row 2: Ola Wiśniewska'));
  expect(screen.queryByRole('radio', { name: /Central Europe/ })).toBeNull();
});

test('hidden rows are named, left out, and taken if the agent agrees', async () => {
  show();
  const cells = (...values: readonly string[]) =>
    values.map((value) => `<c t="inlineStr"><is><t>${value}</t></is></c>`).join('');
  const file = (name: string) =>
    zipSync({
      'xl/workbook.xml': strToU8('<workbook xmlns:r="r"><sheets><sheet name="A" r:id="a"/></sheets></workbook>'),
      'xl/_rels/workbook.xml.rels': strToU8('<R><Relationship Id="a" Type="o/worksheet" Target="s.xml"/></R>'),
      'xl/s.xml': strToU8(
        `<w><row>${cells('First name', 'Family name')}</row><row hidden="1">${cells(name, 'Chen')}</row><row>${cells('Ana', 'Roy')}</row></w>`,
      ),
    });
  choose(new File([file('Wei')], 'students.xlsx'));

  await screen.findByText('Your spreadsheet hides row 2. We do not add it.');
  await screen.findByText('1 ready, 0 need a correction');
  expect(within(rows()).queryByText(saying('Row 2: Wei Chen'))).toBeNull();
  fireEvent.click(screen.getByLabelText('Add the hidden rows too'));
  await screen.findByText('2 ready, 0 need a correction');
  await within(rows()).findByText(saying('Row 2: Wei Chen'));
});

test('what a text means is said once for all rows, or chosen in its cell', async () => {
  show();
  choose(fileOf('First name,Family name,Title,Gender\nAna,Roy,Shri,?\nBo,Lee,Shri,Male'));
  await screen.findByText('0 ready, 2 need a correction');
  fireEvent.change(screen.getByLabelText('Meaning of Shri in Title'), { target: { value: 'Mr' } });
  await screen.findByText('1 ready, 1 needs a correction');
  fireEvent.change(within(rows()).getByLabelText('D2 Gender'), { target: { value: 'Female' } });
  await screen.findByText('2 ready, 0 need a correction');
  expect(screen.getByLabelText('Meaning of Shri in Title')).toHaveProperty('value', 'Mr');
});

test('copied cells that are pasted are a sheet; a text that is pasted into a field is not', async () => {
  show();
  const paste = (target: HTMLElement, text: string) =>
    fireEvent.paste(target, { clipboardData: { getData: () => text } });
  paste(screen.getByText(/^Each row of the sheet/), 'Surname\tGiven name\nChen\tWei');
  await within(await screen.findByLabelText('Rows of the sheet')).findByText(saying('Row 2: Wei Chen'));
  paste(screen.getByLabelText('Spreadsheet'), 'Surname\tGiven name\nRoy\tAna');
  expect(screen.getByText(saying('Pasted cells: 1 student.'))).toBeTruthy();
  expect(screen.queryByText(saying('Row 2: Ana Roy'))).toBeNull();
});

test('full names are split once the agent says how, and the corrected sheet has the parts', async () => {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  show();
  choose(fileOf('Full Name,Passport No.\nChen Wei Ling,P1'));
  await screen.findByText('0 ready, 1 needs a correction');
  screen.getByRole('group', { name: 'May we split the full names into first name and family name?' });
  const familyFirst = screen.getByRole('radio', {
    name: 'The family name comes first First name Wei Ling, family name Chen',
  });
  screen.getByRole('radio', { name: 'The given names come first First name Chen Wei, family name Ling' });
  fireEvent.click(familyFirst);
  await screen.findByText('1 ready, 0 need a correction');
  await within(rows()).findByText(saying('Row 2: Wei Ling Chen'));
  press('Save the sheet as CSV');
  await expect.poll(() => files.length).toBe(1);
  expect(await files[0]?.text()).toBe(
    '\ufeffFull Name,Passport No.,First name,Family name\r\nChen Wei Ling,P1,Wei Ling,Chen',
  );
});

test('columns that were chosen are chosen again for the next sheet with these titles, of which nothing can be read', async () => {
  const secret = 'Vorname,Zuname,Wei Secret\n';
  show();
  choose(fileOf(`${secret}Wei,Chen,x`));
  const question = (column: string) => screen.findByLabelText(`Question that column ${column} answers`);
  fireEvent.change(await question('A'), { target: { value: 'firstName' } });
  fireEvent.change(await question('B'), { target: { value: 'familyName' } });
  await screen.findByText(saying('Row 2: Wei Chen'));
  choose(fileOf(`${secret}Ana,Roy,y`, 'next.csv'));
  await screen.findByText(saying('Row 2: Ana Roy'));
  screen.getByText(saying('We understand 2 of 3 columns, as you chose before'));
  choose(fileOf('Zuname,Vorname,Wei Secret\nRoy,Ana,y', 'other.csv'));
  await screen.findByText(/We do not know the titles of this sheet/);
  expect(localStorage.getItem('sheet-columns')).toContain('"matches":["firstName","familyName",null]');
  expect(localStorage.getItem('sheet-columns')).not.toMatch(/vorname|wei|secret/i);
});

test('the titles need no note where the columns are again what they say', async () => {
  show();
  choose(fileOf('First name,Remarks\nWei,Chen'));
  const question = await screen.findByText('We understand 1 of 2 columns');
  fireEvent.click(question);
  const remarks = await screen.findByLabelText('Question that column B answers');
  fireEvent.change(remarks, { target: { value: 'familyName' } });
  await screen.findByText(saying('Row 2: Wei Chen'));
  expect(localStorage.getItem('sheet-columns')).toContain('familyName');
  fireEvent.change(remarks, { target: { value: '' } });
  expect(localStorage.getItem('sheet-columns')).toBeNull();
});

test('a cell without a fault can be changed, too, and what the review would ask about is shown in its row', async () => {
  const { names } = show();
  choose(sheetOf({ firstName: 'Wie', familyName: 'Chen', birthplace: 'Vietnam', mobilePhone: '61412345678' }));
  await screen.findByText('1 ready, 0 need a correction');
  screen.getByText('1 student to check before you send');
  await within(rows()).findByText(saying('To check: The birthplace is "Vietnam", which is a country.'));
  const details = within(rows()).getByText('Answers in this row').closest('details');
  if (details) details.open = true;
  await correct(/^First name$/, 'Wei');
  await within(rows()).findByText(saying('Row 2: Wei Chen'));
  fireEvent.change(within(rows()).getByLabelText('Gender'), { target: { value: 'Female' } });
  await correct(/^Birthplace$/, 'Hue');
  await expect.poll(() => screen.queryByText('1 student to check before you send')).toBeNull();
  await correct(/^Birthplace$/, 'Hu\u1ebf');
  await screen.findByText('0 ready, 1 needs a correction');
  press('Use Hue');
  await pressReady('Add 1 student');
  await expect.poll(names).toEqual(['Wei']);
});
