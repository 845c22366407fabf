/** @module-tag slow */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openBarePage } from '../support/browser-storage.ts';
import { makePdf } from '../support/pdf.ts';
import { makePhoto } from '../support/photos.ts';
import { makeScanPdf, makeTextPdf } from '../support/real-pdf.ts';
import { graveFaults } from './support/axe.ts';
import { manyDrafts, seed } from './support/drafts-seed.ts';
import { keptFile } from './support/kept-here.ts';
import { openScene, type Scene } from './support/scene.ts';
import { button } from './support/student.ts';
import { answer, openCard, saved } from './support/wizard.ts';

let scene: Scene;
let folder: string;
beforeAll(async () => {
  scene = await openScene();
  folder = await mkdtemp(join(tmpdir(), 'documents-'));
});
afterEach(() => scene.clear());
afterAll(async () => {
  await rm(folder, { recursive: true });
  await scene[Symbol.asyncDispose]();
});

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Attach documents from a folder' });
const files = (page: Page, part: string) => dialog(page).getByRole('region', { name: part, exact: true });

/** The documents in this browser's database: draft, slot and the mark that was written into the file. */
const keptHere = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('applications');
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    const all = opening.result.transaction('files').objectStore('files').getAll();
    await new Promise((resolve) => {
      all.onsuccess = resolve;
    });
    opening.result.close();
    const records: { draftId: string; slot: string; bytes: ArrayBuffer }[] = all.result;
    return records.map(({ draftId, slot, bytes }) => {
      const [, mark = ''] = /\n%(.*)\n/.exec(new TextDecoder().decode(new Uint8Array(bytes).slice(0, 100))) ?? [];
      return `${draftId} ${slot} ${mark}`;
    });
  });

// In a browser: a real folder is chosen, and the documents are on the disk and on the server afterwards.
test('a folder of documents goes to its students: all is shown before, what is not matched is assigned by hand, nothing crosses', async () => {
  const page = await scene.open();
  const drafts = manyDrafts(3, Date.now(), 'agent');
  const [first, ...others] = drafts;
  if (!first) throw new Error('no draft');
  await openCard(page, 'agent');
  await openCard(page, 'agent-student-form');
  await answer(page, 'firstName', 'Zoe');
  await saved(page);
  const writer = await openBarePage(page.context(), scene.product.url);
  await seed(writer, { drafts: [first], slots: ['cv'], content: makePdf({ mark: 'before' }) });
  await seed(writer, { drafts: others });
  await writer.close();
  const paths = [
    'P0000000_passport.pdf',
    'P0000000 CV.pdf',
    'P0000001/passport.pdf',
    'P0000001/Bank Statement.pdf',
    'p0000002-ielts.pdf',
    'scan.pdf',
    'P9999999_passport.pdf',
  ];
  for (const path of paths) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), makePdf({ mark: path }));
  }
  await writeFile(join(folder, 'P0000002_passport.pdf'), 'no PDF inside');
  await writeFile(join(folder, 'P0000001_CV.jpg'), await makePhoto(page));
  await page.reload();
  // This browser was last on the form.
  await button(page, 'Back').click();
  await button(page, 'Attach documents from a folder').click();
  await dialog(page).getByLabel('Folder of documents').setInputFiles(folder);

  await dialog(page).getByText('9 files: 5 matched, 4 not matched', { exact: true }).waitFor();
  const unmatched = files(page, 'Not matched').getByRole('listitem');
  expect(await unmatched.allTextContents()).toEqual([
    expect.stringMatching(/P0000001_CV\.jpg.*This is a photo\. You can make a PDF of it/),
    expect.stringMatching(/P0000002_passport\.pdf.*This is not a PDF/),
    expect.stringMatching(/P9999999_passport\.pdf.*We do not know which student this is/),
    expect.stringMatching(/scan\.pdf.*We do not know which student this is/),
  ]);
  expect(await graveFaults(page)).toEqual([]);
  await button(page, 'Make a PDF of the photo').click();
  await dialog(page).getByText('9 files: 6 matched, 3 not matched', { exact: true }).waitFor();
  await files(page, 'Not matched')
    .getByRole('button', { name: /^Assign .*scan\.pdf$/ })
    .click();
  await dialog(page)
    .getByRole('combobox', { name: /^Student of/ })
    .selectOption('Student2 Nguyen, P0000002');
  await dialog(page)
    .getByRole('combobox', { name: /^Document that/ })
    .selectOption('Current Passport');
  await dialog(page).getByRole('button', { name: 'Assign', exact: true }).click();
  await dialog(page).getByText('9 files: 7 matched, 2 not matched', { exact: true }).waitFor();

  // A document that is there is replaced only after the person agrees.
  await button(page, 'Attach 6 documents').waitFor();
  expect(await files(page, 'Would replace a document').getByRole('listitem').allTextContents()).toEqual([
    expect.stringMatching(/P0000000 CV\.pdf.*Curriculum Vitae \(CV\) of Student0 Nguyen, replaces/),
  ]);
  await dialog(page).getByRole('checkbox', { name: 'Replace documents that are already there (1)' }).check();
  await button(page, 'Attach 7 documents').click();
  await dialog(page)
    .getByText(/^7 files added and uploading\. 2 files are not used\./)
    .waitFor();

  const ids = drafts.map(({ id }) => id);
  const kept = await keptHere(page);
  expect(kept.filter((one) => one.startsWith(`${ids[1]} cv `))).toHaveLength(1);
  expect(kept.filter((one) => !one.startsWith(`${ids[1]} cv `)).sort()).toEqual(
    [
      `${ids[0]} passport P0000000_passport.pdf`,
      `${ids[0]} cv P0000000 CV.pdf`,
      `${ids[1]} passport P0000001/passport.pdf`,
      `${ids[1]} bankStatement P0000001/Bank Statement.pdf`,
      `${ids[2]} englishTest p0000002-ielts.pdf`,
      `${ids[2]} passport scan.pdf`,
    ].sort(),
  );
  await button(page, 'Done').click();
  await button(page, 'Open Student1 Nguyen').waitFor();
  expect(page.watched.troubles).toEqual([]);
});

test('several files of one document become one PDF, sorted by their numbers, and a locked one says why not', async () => {
  const page = await scene.open();
  const drafts = manyDrafts(2, Date.now(), 'agent');
  await openCard(page, 'agent');
  await openCard(page, 'agent-student-form');
  await answer(page, 'firstName', 'Zoe');
  await saved(page);
  const writer = await openBarePage(page.context(), scene.product.url);
  await seed(writer, { drafts });
  await writer.close();
  await page.reload();
  await button(page, 'Back').click();
  const sizes = new Map([
    ['P0000000/Transcript 2.pdf', 500],
    ['P0000000/Transcript 10.pdf', 600],
    ['P0000000/Transcript 1.pdf', 400],
  ]);
  const chosen = [...sizes].map(async ([path, width]) => ({
    name: path.replace('/', '_'),
    mimeType: 'application/pdf',
    buffer: await makeTextPdf({ headings: [path], size: { width, height: 842 } }),
  }));
  const white = [{ data: new Uint8ClampedArray(400).fill(255), width: 10, height: 10 }];
  const passports = [makeScanPdf(white), makeScanPdf(white, undefined, 'signature field')].map(async (pdf, index) => ({
    name: `P0000000_Passport ${index + 1}.pdf`,
    mimeType: 'application/pdf',
    buffer: await pdf,
  }));
  const locked = [1, 2].map(async (number) => ({
    name: `P0000001 transcript ${number}.pdf`,
    mimeType: 'application/pdf',
    buffer: await makeTextPdf({ security: { userPassword: 'secret' } }),
  }));
  await button(page, 'Attach documents from a folder').click();
  // The dialog takes no files before it has read the students.
  await expect.poll(() => button(page, 'Choose files').isEnabled()).toBe(true);
  await dialog(page)
    .getByLabel('Documents', { exact: true })
    .setInputFiles(await Promise.all([...chosen, ...passports, ...locked]));
  await dialog(page).getByText('7 files: 0 matched, 7 not matched', { exact: true }).waitFor();
  await dialog(page)
    .getByRole('button', { name: /^Combine P0000000_Transcript 10/ })
    .click();
  await dialog(page).getByText('5 files: 1 matched, 4 not matched', { exact: true }).waitFor();
  await dialog(page)
    .getByRole('button', { name: /^Combine P0000000_Passport 1/ })
    .click();
  await dialog(page).getByText('4 files: 2 matched, 2 not matched', { exact: true }).waitFor();
  const matched = files(page, 'Matched').getByRole('listitem');
  expect(await matched.allTextContents()).toEqual([
    expect.stringMatching(/^P0000000_Passport 1\.pdf \+ P0000000_Passport 2\.pdf.*Current Passport/),
    expect.stringMatching(
      /^P0000000_Transcript 1\.pdf \+ P0000000_Transcript 2\.pdf \+ P0000000_Transcript 10\.pdf.*Qualifications/,
    ),
  ]);
  expect(await matched.filter({ hasText: 'A digital signature is not valid in this PDF.' }).allTextContents()).toEqual([
    expect.stringContaining('Passport 2.pdf'),
  ]);
  await dialog(page)
    .getByRole('button', { name: /^Combine P0000001/ })
    .first()
    .click();
  await dialog(page)
    .getByRole('alert')
    .filter({ hasText: 'We could not combine these files. One of them may have a password or be damaged.' })
    .waitFor();
  await dialog(page).getByText('4 files: 2 matched, 2 not matched', { exact: true }).waitFor();
  await button(page, 'Attach 2 documents').click();
  await dialog(page)
    .getByText(/^2 files added and uploading\. 2 files are not used\./)
    .waitFor();
  const pdf = await PDFDocument.load(await keptFile(page, 'academicQualifications'), { updateMetadata: false });
  expect(pdf.getPages().map((one) => Math.round(one.getWidth()))).toEqual([400, 500, 600]);
});
