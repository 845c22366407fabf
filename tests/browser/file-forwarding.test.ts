/** @module-tag slow */
import { describe, expect, test } from 'vitest';
import { startProduct } from '../support/product.ts';
import { openPage } from './support/browser.ts';
import { filledScene } from './support/filled.ts';
import type { WatchedPage } from './support/scene.ts';
import { attachRequired, button, draftId, fillApplication } from './support/student.ts';
import { confirmApplication, stage } from './support/wizard.ts';

const filled = filledScene();

const row = (page: WatchedPage, state: string) => stage(page, 'file-forwarding', state);
const progress = (page: WatchedPage) =>
  page.getByRole('dialog', { name: /^(Submission progress|Application submitted)/ });

/** What the server says of the stage, for the code that stands behind the words. */
async function codeOf(page: WatchedPage): Promise<string | undefined> {
  const url = new URL(`/api/submissions/${await draftId(page)}`, page.url());
  const { stages } = (await (await fetch(url)).json()) as { stages: { name: string; error?: { code: string } }[] };
  return stages.find(({ name }) => name === 'file-forwarding')?.error?.code;
}

/** The person sees that the files were not sent and why, that what came before is done, and no address. */
async function seesFailure(page: WatchedPage, reason: string): Promise<void> {
  await row(page, 'error').waitFor({ timeout: 180_000 });
  await progress(page).getByText('File forwarding failed').first().waitFor();
  await progress(page).getByText(reason).first().waitFor();
  for (const name of ['preparing', 'cricos-validation', 'cricos-submission', 'power-automate'])
    expect(await stage(page, name, 'completed').count(), name).toBe(1);
  await button(page, 'Close and Retry').waitFor();
  expect(await progress(page).textContent()).not.toMatch(/sig=|127\.0\.0\.1|nowhere/);
}

describe('the file workflow fails', () => {
  const faults = [
    [
      'answers 401',
      { scenario: 'failing', status: 401 },
      'CONFIGURATION_ERROR',
      'Power Automate flow call failed: 401',
    ],
    [
      'answers 403',
      { scenario: 'failing', status: 403 },
      'CONFIGURATION_ERROR',
      'Power Automate flow call failed: 403',
    ],
    [
      'answers 404',
      { scenario: 'failing', status: 404 },
      'CONFIGURATION_ERROR',
      'Power Automate flow call failed: 404',
    ],
    [
      'answers 500',
      { scenario: 'failing', status: 500 },
      'POWER_AUTOMATE_ERROR',
      'Power Automate flow call failed: 500',
    ],
    ['refuses', { scenario: 'rejects-message' }, 'POWER_AUTOMATE_ERROR', 'Power Automate flow call failed: 400'],
    ['is cut off before it read the files', { scenario: 'cut-before' }, 'NETWORK_ERROR', 'No answer came'],
    ['is cut off before it answered', { scenario: 'cut-after' }, 'NETWORK_ERROR', 'No answer came'],
  ] as const;
  test.each(faults)('and %s: the person sees why, and a retry ends well', async (_what, scenario, code, reason) => {
    const { mocks } = filled.scene;
    mocks.setScenario({ service: 'file-workflow', ...scenario });
    // A page that ends with the test, and with it what waits below for a review that there is none of any more.
    const page = await filled.openAt(4);
    await attachRequired(page);
    await confirmApplication(page);
    await seesFailure(page, reason);
    // The server tries again by itself, and says nothing of the failure meanwhile.
    await expect.poll(() => codeOf(page)).toBe(code);

    // Before it can succeed: then there would be nothing to close but the end.
    await button(page, 'Close and Retry').click();
    mocks.setScenario({ service: 'file-workflow', scenario: 'accepts' });
    const done = () => progress(page).getByText('Application submitted successfully!').first().waitFor();
    // The server may be there first: then there is nothing to confirm any more.
    await Promise.any([confirmApplication(page).then(done), done()]);
    expect(mocks.received({ service: 'offers' })).toHaveLength(1);
    expect(mocks.effects('file-workflow')).toHaveLength(1);
  });
});

test('the server tries again by itself while the application is reviewed once more: nothing is left to confirm', async () => {
  const { mocks } = filled.scene;
  mocks.setScenario({ service: 'file-workflow', scenario: 'failing', status: 500 });
  const page = await filled.reopenAt(4);
  await attachRequired(page);
  await confirmApplication(page);
  await seesFailure(page, 'Power Automate flow call failed: 500');
  await button(page, 'Close and Retry').click();
  await button(page, 'Submit Application').click();
  const review = page.getByRole('dialog', { name: 'Application Review' });
  await review.waitFor();
  mocks.setScenario({ service: 'file-workflow', scenario: 'accepts' });
  // Its pauses grow with every try that it made meanwhile.
  await progress(page).getByText('Application submitted successfully!').first().waitFor({ timeout: 180_000 });
  await review.waitFor({ state: 'detached' });
  expect(mocks.effects('file-workflow')).toHaveLength(1);
});

describe('the address of the file workflow', () => {
  async function submitWith(address: string | undefined, look: (page: WatchedPage) => Promise<void>): Promise<void> {
    const { FILE_WORKFLOW_URL: _theirs, ...env } = filled.scene.mocks.env;
    await using product = await startProduct({
      env: address === undefined ? env : { ...env, FILE_WORKFLOW_URL: address },
    });
    const page = await openPage(await filled.scene.context(), product.url);
    await fillApplication(page);
    await confirmApplication(page);
    await look(page);
    expect(filled.scene.mocks.received({ service: 'file-workflow' })).toEqual([]);
  }

  test('is no URL: CONFIGURATION_ERROR, and the person sees that the files were not sent', () =>
    submitWith('nowhere', async (page) => {
      await seesFailure(page, 'The address of the file workflow is no URL');
      expect(await codeOf(page)).toBe('CONFIGURATION_ERROR');
    }));

  test('is unset: the stage is completed as not needed, and the application is in', () =>
    submitWith(undefined, async (page) => {
      await row(page, 'completed').getByText('Not needed').waitFor();
      await progress(page).getByText('Application submitted successfully!').first().waitFor();
    }));
});
