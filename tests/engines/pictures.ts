/**
 * Takes pictures of the important pages in every engine, in phone and desktop widths, for a visual check: `npm run
 * pictures -- [engine …]`, into `shots/`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fieldsOf, MINIMAL } from '../browser/support/student.ts';
import { HEIC_PHOTO } from '../support/heic-photo.ts';
import { makeTextPdf } from '../support/real-pdf.ts';
import { attachDocuments, confirmApplication, reachStep } from './support/applicant.ts';
import { DESKTOP_SIZE, ENGINES, type EngineName, PHONE_SIZE, type Size } from './support/engine.ts';
import type { Person } from './support/person.ts';
import { addPhotos, beginPages, linkFor, pagesShown, photoOf, slotOf } from './support/photographed.ts';
import { openStage, type Stage } from './support/stage.ts';

const FOLDER = 'shots';
/** Identified by its hash: Firefox's driver adds it for each picture, and the page's policy refuses it. */
const STYLE_OF_DRIVER = /'sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT\+SmwNZWA='/;

async function pictureOf(person: Person, file: string): Promise<void> {
  await person.tab.run(
    async () => void (await Promise.allSettled([...document.images].map((image) => image.decode()))),
  );
  const target = path.join(FOLDER, `${file}.png`);
  await writeFile(target, await person.tab.screenshot());
  const excess = await person.tab.run(() => document.documentElement.scrollWidth - window.innerWidth);
  process.stdout.write(`${target}${excess > 0 ? `: ${excess} px too wide` : ''}\n`);
}

async function takePictures(stage: Stage, size: Size): Promise<void> {
  const { width } = size;
  const person = await stage.arrive(await stage.visit({ size }));
  const picture = (name: string) => pictureOf(person, `${stage.engine.name}-${width}-${name}`);
  /** The whole page at once, in a window of its height. */
  const whole = async (name: string) => {
    const height = await person.tab.run(() => document.documentElement.scrollHeight);
    await person.tab.resize({ width, height });
    await picture(name);
    await person.tab.resize(size);
  };

  await picture('1-landing');
  await person.tab.run(() => document.querySelector('#portal')?.scrollIntoView());
  await picture('2-portals');
  await person.enter('agent');
  await picture('3-agents');
  await person.enter('new-agent');
  await person.press('Submit Application');
  await whole('4-agency');
  await person.press('Back');
  await person.enter('agent-student-form');
  await person.click({ css: '[role=combobox]', name: 'Agent', part: true });
  await person.sees({ css: '[role=option]' });
  await picture('5-agent-selector');
  await person.tab.key('Escape');
  await person.press('Back');
  await person.press('Back');
  await apply(person, picture, whole);
  await photograph(await stage.arrive(await stage.visit({ size })), stage, width);
}

/** The states of a slot: pages of photos, checked documents, and the phone dialog on a computer. */
async function photograph(person: Person, stage: Stage, width: number): Promise<void> {
  const picture = (name: string) => pictureOf(person, `${stage.engine.name}-${width}-${name}`);
  await reachStep(person, 4);
  await person.attaches('bankStatement', {
    name: 'locked.pdf',
    bytes: await makeTextPdf({ security: { userPassword: 'open sesame', ownerPassword: 'owner' } }),
  });
  await person.press('Use it anyway');
  await person.attaches('statementOfPurpose', { name: 'letter.pdf', bytes: await makeTextPdf() });
  await person.sees({ css: 'img[alt="First page of letter.pdf"]' });
  await person.attaches('cv', { name: 'cut.pdf', bytes: (await makeTextPdf()).subarray(0, -300) });
  await person.reads('The end of this file is missing');
  await person.tab.run(() => document.querySelector('[data-document=cv]')?.scrollIntoView({ block: 'center' }));
  await picture('11-looked-at');
  await beginPages(person, slotOf('passport'));
  const photos = [await photoOf(person, 'front.jpg'), await photoOf(person, 'back.jpg')];
  await addPhotos(person, [...photos, { name: 'IMG_1.HEIC', bytes: HEIC_PHOTO.subarray(0, -60) }]);
  await pagesShown(person, photos.length);
  await picture('12-photos');
  await person.press('Crop page 1');
  await person.sees({ css: 'dialog[open] figure img' });
  await picture('13-crop');
  await person.press('Cancel');
  await person.click({ css: 'dialog[open] footer button', name: 'Close' });
  if (width !== DESKTOP_SIZE.width) return;
  await person.press('Use your phone’s camera', slotOf('englishTest'));
  await person.reads('Waiting for your phone');
  await picture('14-link');
  const phone = await stage.person(await stage.visit({ size: PHONE_SIZE }));
  await phone.opens(await linkFor(person));
  await phone.reads('Connected with your computer');
  await pictureOf(phone, `${stage.engine.name}-${PHONE_SIZE.width}-15-from-phone`);
}

async function apply(
  person: Person,
  picture: (name: string) => Promise<void>,
  whole: (name: string) => Promise<void>,
): Promise<void> {
  await reachStep(person, 1);
  await person.press('Next', 'form');
  await person.sees({ css: '#firstName-error' });
  await picture('6-step-1');
  await whole('7-step-1-whole');
  for (const step of [1, 2, 3]) {
    await person.hasAnswered(MINIMAL, fieldsOf(step));
    await person.press('Next', 'form');
    await person.sees({ css: `form[data-step="${step + 1}"]` });
  }
  await person.hasAnswered(MINIMAL, fieldsOf(4));
  await attachDocuments(person);
  await whole('8-step-4-whole');
  await person.press('Submit Application');
  await person.sees({ css: '[role=dialog], dialog', name: 'Application Review' });
  await picture('9-review');
  await person.press('Back to Edit');
  await confirmApplication(person);
  await person.reads('You may close this page');
  await picture('10-receipt');
}

const wanted = ENGINES.filter((name) => process.argv.length < 3 || process.argv.includes(name));
await mkdir(FOLDER, { recursive: true });
for (const name of wanted satisfies readonly EngineName[]) {
  const stages = await openStage(name);
  for (const size of [PHONE_SIZE, DESKTOP_SIZE]) {
    const stage = await stages.begin();
    stage.expectTrouble(STYLE_OF_DRIVER);
    await takePictures(stage, size);
    for (const trouble of await stages.end()) process.stdout.write(`${name}: ${trouble}\n`);
  }
  await stages.close();
}
