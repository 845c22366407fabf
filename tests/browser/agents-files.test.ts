/** @module-tag slow */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { strToU8, zipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePdf, sha256 } from '../support/pdf.ts';
import { makePhoto } from '../support/photos.ts';
import { makeTextPdf } from '../support/real-pdf.ts';
import { receivedBy } from './support/agents-day.ts';
import { keptFiles } from './support/kept-here.ts';
import { AGENT, openScene, type Scene } from './support/scene.ts';
import { button, MINIMAL } from './support/student.ts';
import { openCard } from './support/wizard.ts';

let scene: Scene;
let folder: string;
beforeAll(async () => {
  scene = await openScene();
  folder = await mkdtemp(join(tmpdir(), 'agents-files-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await scene[Symbol.asyncDispose]();
});

/** The titles of foreign sheets; other columns have the names of the form's own template. */
const FOREIGN: Readonly<Record<string, string>> = {
  firstName: 'Given Name(s)',
  familyName: 'Surname',
  passportNumber: 'Passport No.',
  email: 'E-mail',
  birthplace: 'City of birth',
};
const passportOf = (letter: string) => `P200${letter.charCodeAt(0) - 64}`;
const answersOf = (letter: string): Readonly<Record<string, string | boolean>> => ({
  ...MINIMAL,
  agreeToTerms: 'Yes',
  selectedAgent: AGENT.name,
  firstName: `Student${letter}`,
  familyName: 'Rai',
  passportNumber: passportOf(letter),
  email: `${letter.toLowerCase()}@mail.example`,
});
const NAMES = Object.keys(answersOf('A'));
const TITLES = NAMES.map((name) => FOREIGN[name] ?? name);
const cellsOf = (letter: string) => Object.values(answersOf(letter)).map(String);

/** A city of Turkey as Windows writes it there, and one of China: neither file names its encoding. */
const SIRNAK = Buffer.from([0xde, 0xfd, ...Buffer.from('rnak')]);
const LULIANG = Buffer.from([0x4c, 0xa8, 0xb9, ...Buffer.from('liang')]);

/** A CSV of students who were all born in one city. */
function csvOf(separator: string, city: Buffer, letters: string): Buffer {
  const cells = [...letters].map((letter) =>
    cellsOf(letter).map((text, index) => (NAMES[index] === 'birthplace' ? city : Buffer.from(`"${text}"`))),
  );
  const lines = [TITLES.map((title) => Buffer.from(title)), ...cells];
  return Buffer.concat(
    lines.flatMap((line) =>
      line.flatMap((cell, index) => [cell, Buffer.from(index < line.length - 1 ? separator : '\r\n')]),
    ),
  );
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** A workbook with a line above its titles and the last of its rows hidden. */
function workbookOf(letters: string): Buffer {
  const rows = [['Students of July'], TITLES, ...[...letters].map(cellsOf)];
  const xml = rows.map((cells, index) => {
    const texts = cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('');
    return `<row r="${index + 1}"${index === rows.length - 1 ? ' hidden="1"' : ''}>${texts}</row>`;
  });
  const files = {
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="July" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData>${xml.join('')}</sheetData></worksheet>`,
  };
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))));
}

/** Five students with eight documents each; the sixth is in a hidden row. */
const STUDENTS = 'ABCDE';
const HIDDEN = 'F';
const FILES: Readonly<Record<string, (number: string) => string>> = {
  year12Evidence: (number) => `${number} year 12.pdf`,
  passport: (number) => `${number}_passport.pdf`,
  englishTest: (number) => `${number.toLowerCase()}-ielts trf.pdf`,
  academicQualifications: (number) => `${number}/Academic Transcripts.pdf`,
  cv: (number) => `${number}/2. CV - Copy.pdf`,
  statementOfPurpose: (number) => `${number} SOP final.pdf`,
  bankStatement: (number) => `${number}/Documents/bank statement.pdf`,
  sponsorDocuments: (number) => `${number} sponsor documents.pdf`,
};
const PHOTO = `${passportOf('A')} cv`;
const LOCKED = `${passportOf('B')} bankStatement`;
const PASSWORD = 'open sesame';
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Chooses a sheet; `city` is how the right one of its encodings reads, and how a passport spells that. */
async function addStudents(
  page: Page,
  {
    name,
    buffer,
    students,
    city,
  }: { name: string; buffer: Buffer; students: number; city?: readonly [RegExp, string] },
) {
  await button(page, 'Add students from a spreadsheet').click();
  const sheet = dialog(page, 'Add students from a spreadsheet');
  await sheet.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer });
  if (city) {
    await sheet.getByRole('radio', { name: city[0] }).click();
    await sheet.getByText(`0 ready, ${students} need a correction`, { exact: true }).waitFor();
    await button(page, `Use ${city[1]}`).first().waitFor();
    await button(page, `Accept ${students} corrections`).click();
  } else await sheet.getByText('Your spreadsheet hides row 4. We do not add it.').waitFor();
  await sheet.getByText(`${students} ready, 0 need a correction`, { exact: true }).waitFor();
  await button(page, students === 1 ? 'Add 1 student' : `Add ${students} students`).click();
  await sheet.waitFor({ state: 'detached' });
}

/** Writes the forty files and one of the hidden student; resolves with the hash of each of the forty by student and slot. */
async function writeFolder(page: Page): Promise<ReadonlyMap<string, string>> {
  const hashes = new Map<string, string>();
  const write = async (name: string, bytes: Uint8Array) => {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
  };
  for (const number of [...STUDENTS].map(passportOf))
    for (const [slot, nameOf] of Object.entries(FILES)) {
      const place = `${number} ${slot}`;
      const name = nameOf(number);
      let bytes = makePdf({ mark: place });
      if (place === PHOTO) bytes = Buffer.from(await makePhoto(page));
      if (place === LOCKED) bytes = await makeTextPdf({ security: { userPassword: PASSWORD, ownerPassword: 'owner' } });
      await write(place === PHOTO ? name.replace('.pdf', '.jpg') : name, bytes);
      hashes.set(place, sha256(bytes));
    }
  await write(`${passportOf(HIDDEN)}_passport.pdf`, makePdf({ mark: 'of the hidden student' }));
  return hashes;
}

/** The hashes of the documents on this device, by student and slot. */
const keptHashes = async (page: Page): Promise<ReadonlyMap<string, string>> =>
  new Map((await keptFiles(page)).map(({ student, slot, bytes }) => [`${student} ${slot}`, sha256(bytes)]));

async function attachFolder(page: Page): Promise<void> {
  await button(page, 'Attach documents from a folder').click();
  const files = dialog(page, 'Attach documents from a folder');
  await files.getByLabel('Folder of documents').setInputFiles(folder);
  await files.getByText('41 files: 39 matched, 2 not matched', { exact: true }).waitFor();
  await button(page, 'Make a PDF of the photo').click();
  await files.getByText('41 files: 40 matched, 1 not matched', { exact: true }).waitFor();
  const unmatched = files.getByRole('region', { name: 'Not matched', exact: true }).getByRole('listitem');
  expect(await unmatched.allTextContents()).toEqual([expect.stringMatching(/P2006_passport\.pdf.*We do not know/)]);
  await button(page, 'Attach 40 documents').click();
  await files.getByText(/^40 files added and uploading\. 1 file is not used/).waitFor();
  await button(page, 'Done').click();
}

async function unlockStatement(page: Page): Promise<void> {
  await button(page, 'Open StudentB Rai').click();
  await page.locator('form[data-step="4"]').waitFor();
  const bank = page.locator('[data-document=bankStatement]');
  await bank.getByLabel('Password of this PDF').fill(PASSWORD);
  await bank.getByRole('button', { name: 'Unlock this PDF' }).click();
  await bank.getByText('This is an unlocked copy').waitFor();
  await button(page, 'Back').click();
}

async function submitAll(page: Page): Promise<void> {
  await page.getByLabel(`Select all ${STUDENTS.length}`).check();
  await button(page, `Review and submit ${STUDENTS.length}`).click();
  const review = dialog(page, 'Application Review');
  for (let turn = 1; turn <= STUDENTS.length; turn += 1) {
    await review.getByText(`Student ${turn} of ${STUDENTS.length}: `).waitFor();
    await button(page, 'Confirm & Submit Application').click();
  }
  await dialog(page, `${STUDENTS.length} of ${STUDENTS.length} confirmed`).getByText('Close', { exact: true }).click();
}

/** The same hashes as lists, one for each student, as the college gets them. */
const byStudent = (hashes: ReadonlyMap<string, string>) =>
  [...STUDENTS].map(passportOf).map((number) => ({
    PassportNumber: number,
    files: [...hashes].flatMap(([place, hash]) => (place.startsWith(`${number} `) ? [hash] : [])).sort(),
  }));

// In a browser: sheets in a worker, a real folder, documents on the device's disk and at the college.
test('students come from sheets with foreign titles, a hidden row and two encodings, and each of forty files goes to its student and on to the college', async () => {
  const page = await scene.open();
  await openCard(page, 'agent');
  const turkey = { name: 'turkey.csv', buffer: csvOf(';', SIRNAK, 'AB'), students: 2 };
  await addStudents(page, { ...turkey, city: [/Şırnak.*Turkish/, 'Sirnak'] });
  const china = { name: 'china.csv', buffer: csvOf(',', LULIANG, 'CD'), students: 2 };
  await addStudents(page, { ...china, city: [/Lüliang.*Chinese, simplified/, 'Lueliang'] });
  await addStudents(page, { name: 'july.xlsx', buffer: workbookOf(`E${HIDDEN}`), students: 1 });
  const written = await writeFolder(page);
  await attachFolder(page);

  const attached = await keptHashes(page);
  expect([...attached].filter(([place]) => place !== PHOTO).sort()).toEqual(
    [...written].filter(([place]) => place !== PHOTO).sort(),
  );
  expect(attached.get(PHOTO)).not.toBe(written.get(PHOTO));

  await unlockStatement(page);
  await expect.poll(async () => (await keptHashes(page)).get(LOCKED)).not.toBe(written.get(LOCKED));
  const kept = await keptFiles(page);
  const madeHere = await Promise.all(
    [PHOTO, LOCKED].map(async (place) => {
      const bytes = kept.find(({ student, slot }) => `${student} ${slot}` === place)?.bytes ?? new Uint8Array();
      const pdf = await PDFDocument.load(bytes);
      return [pdf.isEncrypted, pdf.getPageCount()];
    }),
  );
  expect(madeHere).toEqual([
    [false, 1],
    [false, 1],
  ]);
  const unlocked = await keptHashes(page);
  const untouched = (hashes: ReadonlyMap<string, string>) => [...hashes].filter(([place]) => place !== LOCKED).sort();
  expect(untouched(unlocked)).toEqual(untouched(attached));

  await submitAll(page);
  const received = () => receivedBy(scene.mocks).map(({ PassportNumber, files }) => ({ PassportNumber, files }));
  await expect.poll(received, { timeout: 120_000 }).toEqual(byStudent(unlocked));
  const cities = scene.mocks.received({ service: 'agent-workflow' }).map(({ body }) => JSON.stringify(body));
  expect(cities.filter((body) => body.includes('Sirnak'))).toHaveLength(2);
  expect(cities.filter((body) => body.includes('Lueliang'))).toHaveLength(2);
  expect(page.watched.troubles).toEqual([]);
});
