import { expect } from 'vitest';
import { fieldsOf, MINIMAL } from '../../browser/support/student.ts';
import { HEIC_PHOTO } from '../../support/heic-photo.ts';
import { sha256 } from '../../support/pdf.ts';
import { confirmApplication, DOCUMENTS, draftId, reachStep, uploaded } from '../support/applicant.ts';
import { PHONE_SIZE } from '../support/engine.ts';
import type { Journey } from '../support/journey.ts';
import type { Person } from '../support/person.ts';
import {
  addPhotos,
  attachOthers,
  beginPages,
  keptFile,
  layOf,
  linkFor,
  namesInOrder,
  pagesShown,
  photoOf,
  slotOf,
} from '../support/photographed.ts';
import type { Stage } from '../support/stage.ts';

const SLOT = 'passport';
/** The slot (R5.1), whose name the PDF gets. */
const PDF_NAME = 'Current Passport.pdf';

/** Goes to step 4 with all its questions answered and no document. */
async function reachDocuments(person: Person): Promise<void> {
  await reachStep(person, 4);
  await person.hasAnswered(MINIMAL, fieldsOf(4));
}

/** Submits, and checks that the workflow received the passport exactly as it was shown. */
async function arrives(person: Person, { mocks }: Stage, shown: Buffer): Promise<void> {
  await attachOthers(person, SLOT);
  await uploaded(person, DOCUMENTS.length);
  await confirmApplication(person);
  await person.reads('Application submitted successfully!');
  const [mail] = mocks.received({ service: 'file-workflow' });
  const passport = mail?.files?.find(({ filename }) => filename === PDF_NAME);
  expect(passport?.sha256).toBe(sha256(shown));
  expect(mail?.files).toHaveLength(DOCUMENTS.length);
}

export const fromPhotos: Journey = {
  title:
    'photos, also in HEIC, are ordered, turned and made one PDF on the device, and the workflow receives exactly this PDF',
  async walk(stage) {
    const person = await stage.arrive(await stage.visit({ size: PHONE_SIZE }));
    await reachDocuments(person);
    await beginPages(person, slotOf(SLOT));
    const photos = [await photoOf(person, 'front.jpg'), await photoOf(person, 'back.jpg')];
    await addPhotos(person, [...photos, { name: 'IMG_1.HEIC', bytes: HEIC_PHOTO }]);
    await pagesShown(person, 3);
    await person.press('Turn page 1');
    await person.tab.run(() => document.querySelector<HTMLElement>('[aria-label^="Move page 2 of 3"]')?.focus());
    await person.tab.key('ArrowUp');
    await person.until('the pages have changed places', async () => {
      return (await namesInOrder(person)).join() === 'back.jpg,front.jpg,IMG_1.HEIC';
    });
    await person.press('Use this PDF');
    await person.reads(PDF_NAME, slotOf(SLOT));
    await uploaded(person, 1);
    const shown = await keptFile(person, SLOT);
    expect(await layOf(shown)).toEqual(['upright', 'lying', 'lying']);
    await arrives(person, stage, shown);
  },
};

export const fromPhone: Journey = {
  title: 'a phone photographs a document by a link; the computer has it in the slot and sends it',
  async walk(stage) {
    const computer = await stage.arrive();
    await reachDocuments(computer);
    const id = await draftId(computer);
    await computer.press('Use your phone’s camera', slotOf(SLOT));
    await computer.reads('Waiting for your phone');

    const phone = await stage.person(await stage.visit({ size: PHONE_SIZE }));
    await phone.opens(await linkFor(computer));
    await phone.sees({ css: 'main[data-view="from-phone"]' });
    await computer.reads('Your phone has opened the link');
    await beginPages(phone);
    await addPhotos(phone, [await photoOf(phone, 'front.jpg')]);
    await pagesShown(phone, 1);
    await phone.press('Use this PDF');
    await phone.reads('The document is in the form on your computer');

    // The dialog stays open for further documents.
    await computer.click({ css: 'dialog[open] button', name: 'Done' });
    await computer.seesNot({ css: 'dialog[open]' });
    await computer.reads(PDF_NAME, slotOf(SLOT));
    expect(await draftId(computer)).toBe(id);
    const shown = await keptFile(computer, SLOT);
    expect(await layOf(shown)).toEqual(['upright']);
    await arrives(computer, stage, shown);
  },
};
