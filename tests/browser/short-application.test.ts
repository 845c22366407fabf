import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { SLOW } from '#tests/support/slow.ts';
import { makePdf, sha256 } from '../support/pdf.ts';
import { SHORT_ANSWERS } from '../support/short-answers.ts';
import { AGENT, type WatchedPage } from './support/scene.ts';
import { sceneOfFile } from './support/scene-of-file.ts';
import { stopClock } from './support/stop-clock.ts';
import { chooseAgent } from './support/student.ts';
import { answer, stage } from './support/wizard.ts';

const scene = sceneOfFile();

const year = new Date().getFullYear();
const OPTIONAL = {
  middleName: 'Thi',
  preferredName: 'Lin',
  birthplace: 'Hue',
  visaNumber: 'V7654321',
  visaExpiryDate: `${year + 2}-06-30`,
  buildingName: 'Gable House',
  flatDetails: 'Unit 4',
  streetNumber: '12',
  streetName: 'Drummond Street',
  cityTownSuburb: 'Carlton',
  state: 'VIC',
  postcode: '3053',
  homePhone: '0390000001',
  workPhone: '0390000002',
  languageInHome: 'Vietnamese',
  preferredStudyPeriod: 'April',
};

async function openForm(page: WatchedPage): Promise<WatchedPage> {
  const card = page.getByRole('button', { name: 'Short application' });
  await card.focus();
  await card.press('Enter');
  await page.locator('main[data-view="short-form"] form').waitFor();
  return page;
}
async function fill(page: WatchedPage, answers: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(answers)) await answer(page, name, value);
}
const submit = (page: WatchedPage) => page.getByRole('button', { name: 'Submit Application' }).click();
const progress = (page: WatchedPage) =>
  page.getByRole('dialog', { name: /^(Submission progress|Application submitted)/ });
const ended = (page: WatchedPage) => progress(page).filter({ hasText: 'Application submitted successfully!' });
const received = () => scene.mocks.received({ service: 'student-flow' });

describe('a short application', () => {
  test('reaches the automation flow as the multipart form of the specification, with both files', async () => {
    const page = await openForm(await scene.reopen());
    await fill(page, { ...SHORT_ANSWERS, ...OPTIONAL });
    await chooseAgent(page, `${AGENT.name}|${AGENT.country}`);
    const photo = await readFile(path.resolve('public/icon-192.png'));
    const proof = makePdf({ mark: 'proof' });
    await page
      .locator('input[name="photo-id"]')
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: photo });
    await page
      .locator('input[name="residency-proof"]')
      .setInputFiles({ name: 'visa.pdf', mimeType: 'application/pdf', buffer: proof });
    await page.getByText('Uploaded').nth(1).waitFor();
    const id = await page.locator('main').getAttribute('data-draft');
    await submit(page);
    await ended(page).waitFor();

    const [call, ...others] = received();
    expect(others).toEqual([]);
    expect(call?.idempotencyKey).toBe(id);
    expect(call?.body).toEqual({
      title: 'Linh Thi Tran',
      selectedAgent: `${AGENT.name}|${AGENT.country}`,
      ...SHORT_ANSWERS,
      ...OPTIONAL,
      submissionDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      status: '已提交',
      hasFiles: 'true',
      fileCount: '2',
      hasPhotoId: 'true',
      hasResidencyProof: 'true',
      'Photo ID': 'Yes',
      'Residency/Visa proof': 'Yes',
    });
    expect(call?.files).toMatchObject([
      { field: 'photoIdFile', filename: 'me.png', size: photo.length, sha256: sha256(photo) },
      { field: 'residencyProofFile', filename: 'visa.pdf', size: proof.length, sha256: sha256(proof) },
    ]);
    expect(page.watched.troubles).toEqual([]);
  });

  test('makes the choice that is pressed right after typing, though a message goes at that moment', SLOW, async () => {
    const page = await openForm(await scene.open());
    await submit(page);
    const message = page.locator('#familyName-error');
    await message.waitFor();
    // After a pause in typing the message disappears, even while the pointer moves.
    await stopClock(page);
    await answer(page, 'familyName', 'Tran');
    await answer(page, 'gender', 'Female');
    await page.clock.resume();
    await message.waitFor({ state: 'detached' });
    expect(await page.locator('[name=gender]:checked').getAttribute('value')).toBe('Female');
  });

  test('says what the flow answered, stays filled, and may be sent again', SLOW, async () => {
    scene.mocks.setScenario({ service: 'student-flow', scenario: 'failing', status: 400 });
    const page = await openForm(await scene.reopen());
    await fill(page, SHORT_ANSWERS);
    await submit(page);
    await stage(page, 'power-automate', 'error').waitFor();
    await page.getByText('Student application submission failed: ').first().waitFor();
    await page.getByRole('button', { name: 'Close and Retry' }).click();
    expect(await page.locator('[name=firstName]').inputValue()).toBe('Linh');
    scene.mocks.setScenario({ service: 'student-flow', scenario: 'accepts' });
    await submit(page);
    await ended(page).waitFor();
    expect(scene.mocks.effects('student-flow')).toHaveLength(1);
  });
});
