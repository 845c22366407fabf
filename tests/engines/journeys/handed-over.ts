import { expect } from 'vitest';
import { goldenOffer } from '../../browser/support/golden.ts';
import { sha256 } from '../../support/pdf.ts';
import { confirmApplication, DOCUMENTS, draftId, fillApplication, saved, uploaded } from '../support/applicant.ts';
import { PHONE_SIZE } from '../support/engine.ts';
import type { Journey } from '../support/journey.ts';
import { linkFor } from '../support/photographed.ts';

const DIALOG = 'dialog[open]';

export const handedOver: Journey = {
  title: 'an application continues on another device by a link, is sent from there, and stays readable on the first',
  async walk(stage) {
    const first = await stage.arrive();
    await fillApplication(first);
    await saved(first);
    const firstId = await draftId(first);
    await first.press('Continue on another device');
    await first.press('Make the link', DIALOG);
    await first.reads('Waiting for the other device', DIALOG);

    const second = await stage.person(await stage.visit({ size: PHONE_SIZE }));
    await second.opens(await linkFor(first, 'Link for the other device'));
    await second.reads('The application is on this device');
    expect(await second.tab.run(() => location.hash)).toBe('');
    await first.reads('You continued on another device', DIALOG);
    await second.press('Continue with the application');
    await second.sees({ css: 'form[data-step="4"]' });
    expect(await draftId(second)).not.toBe(firstId);
    await uploaded(second, DOCUMENTS.length);
    await confirmApplication(second);
    await second.reads('Application submitted successfully!');

    expect(stage.mocks.offers().map(({ offer }) => offer)).toEqual([goldenOffer('minimal')]);
    const [mail] = stage.mocks.received({ service: 'file-workflow' });
    expect(mail?.files?.map((file) => file.sha256)).toEqual(DOCUMENTS.map(({ bytes }) => sha256(bytes)));
    await first.press('Close', 'dialog[open] footer');
    await first.reads('This copy is read-only.');
    expect(await first.count('form input[name]:enabled')).toBe(0);
  },
};
