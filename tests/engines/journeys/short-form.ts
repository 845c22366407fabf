import { expect } from 'vitest';
import { makePdf, sha256 } from '../../support/pdf.ts';
import type { Journey } from '../support/journey.ts';

const year = new Date().getFullYear();
const ANSWERS = {
  studentType: 'International',
  firstName: 'Linh',
  familyName: 'Tran',
  gender: 'Female',
  dateOfBirth: '2001-05-17',
  email: 'linh.tran@example.com',
  countryOfBirth: 'Vietnam',
  nationality: 'Vietnamese',
  passportNumber: 'C1234567',
  passportExpiryDate: `${year + 4}-03-01`,
  country: 'Australia',
  mobilePhone: '61412345678',
  intakeYear: String(year + 1),
  course: 'CPC50220',
};
const PROOF = { name: 'visa.pdf', bytes: makePdf({ mark: 'proof' }) };

export const shortForm: Journey = {
  title: 'the short form is answered by hand, submitted with a file, and arrives as it was typed',
  always: false,
  async walk({ arrive, mocks }) {
    const person = await arrive();
    await person.enter('short-form');
    await person.sees({ css: 'main[data-draft]' });
    for (const [name, answer] of Object.entries(ANSWERS)) await person.answers(name, answer);
    await person.attaches('residency-proof', PROOF);
    await person.reads('Uploaded');
    await person.press('Submit Application');
    await person.reads('Application submitted successfully!');
    const [call, ...others] = mocks.received({ service: 'student-flow' });
    expect(others).toEqual([]);
    expect(call?.body).toMatchObject(ANSWERS);
    expect(call?.files).toMatchObject([{ filename: PROOF.name, sha256: sha256(PROOF.bytes) }]);
    await person.press('Close');
    await person.sees({ css: 'main[data-view="home"]' });
    expect(await person.count('[data-draft-id]')).toBe(0);
  },
};
