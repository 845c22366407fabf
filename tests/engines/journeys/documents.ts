import { makePdf } from '../../support/pdf.ts';
import { fillApplication, reachStep, saved, uploaded } from '../support/applicant.ts';
import { PHONE_SIZE } from '../support/engine.ts';
import type { Journey } from '../support/journey.ts';
import { seeDocuments } from '../support/seen-documents.ts';

const ONLY_PDF = 'Only PDF files are supported. Please upload PDF documents only';
const passport = '[data-document="passport"]';

export const documents: Journey = {
  title:
    'only PDFs are taken: they are uploaded, replaced, kept over a reload, removed, shown, and looked at for a password',
  async walk({ visit, arrive }) {
    const person = await arrive(await visit({ size: PHONE_SIZE }));
    await reachStep(person, 4);
    await person.attaches('passport', { name: 'photo.pdf', bytes: Buffer.from('no PDF at all') });
    await person.reads(ONLY_PDF);
    await person.attaches('passport', { name: 'first.pdf', bytes: makePdf({ mark: 'first' }) });
    await uploaded(person, 1);
    await person.attaches('passport', { name: '护照 Hộ chiếu.pdf', bytes: makePdf({ mark: 'second' }) });
    await person.reads('护照 Hộ chiếu.pdf', passport);
    await person.seesNot({ css: '*', name: 'first.pdf', within: passport });
    await uploaded(person, 1);
    // Firefox reports an error if the page is left while the script that draws this picture loads.
    await person.sees({ css: `${passport} img` });
    await saved(person);
    await person.reload();
    await person.reads('护照 Hộ chiếu.pdf', passport);
    await uploaded(person, 1);
    await person.press('Remove Current Passport', passport);
    await person.reads('Required', passport);
    await seeDocuments(person);
  },
};

export const privateWindow: Journey = {
  title: 'a private window keeps four documents over a reload, and submits them',
  async walk({ visit, arrive, mocks }) {
    const person = await arrive(await visit({ isPrivate: true }));
    await fillApplication(person);
    await saved(person);
    await person.reload();
    await uploaded(person, 4);
    await person.press('Submit Application');
    await person.press('Confirm & Submit Application');
    await person.reads('Application submitted successfully!');
    const [mail] = mocks.received({ service: 'file-workflow' });
    await person.until('four documents arrived', async () => mail?.files.length === 4);
  },
};
