import { expect } from 'vitest';
import { goldenOffer, goldenWorkflow } from '../../browser/support/golden.ts';
import { MINIMAL } from '../../browser/support/student.ts';
import { sha256 } from '../../support/pdf.ts';
import { confirmApplication, DOCUMENTS, draftId, fillApplication } from '../support/applicant.ts';
import type { Journey } from '../support/journey.ts';

const REVIEW = { css: '[role=dialog], dialog', name: 'Application Review' };

export const submitted: Journey = {
  title: 'an application with documents is reviewed and submitted, arrives as typed, and has a receipt',
  async walk({ arrive, mocks }) {
    const person = await arrive();
    await fillApplication(person);
    const id = await draftId(person);

    await person.press('Submit Application');
    await person.sees(REVIEW);
    await person.reads('17 May 2001');
    await person.press('Back to Edit');
    await person.seesNot(REVIEW);
    await confirmApplication(person);
    await person.reads('Application submitted successfully!');
    await person.reads('Your application was submitted. You may close this page.');
    const [offer] = mocks.offers();
    await person.reads(offer?.offerId ?? 'an offer');

    expect(mocks.offers().map((one) => one.offer)).toEqual([goldenOffer('minimal')]);
    expect(mocks.received({ service: 'student-workflow' }).map(({ body }) => body)).toEqual([
      goldenWorkflow('minimal', id),
    ]);
    expect(mocks.received({ service: 'file-workflow' })[0]?.files).toMatchObject(
      DOCUMENTS.map(({ name, bytes }) => ({ filename: name, sha256: sha256(bytes) })),
    );

    await person.press('Close');
    await person.sees({ css: 'main[data-view="home"]' });
    await person.press('Receipt of Wei Zhang');
    await person.sees({ css: '[role=dialog], dialog', name: 'Application receipt' });
    await person.reads(offer?.offerId ?? 'an offer', '[role=dialog], dialog');
    expect(await person.words('body')).not.toContain(String(MINIMAL.passportNumber));
  },
};
