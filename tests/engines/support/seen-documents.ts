import { expect } from 'vitest';
import { makeTextPdf } from '../../support/real-pdf.ts';
import { uploaded } from './applicant.ts';
import type { Person } from './person.ts';
import { slotOf } from './photographed.ts';

const LOCKED = 'This PDF has a password';
const picture = (slot: string, words: string) => ({ css: `${slotOf(slot)} img[alt="${words}"]` });

/** How many pixels of a picture are dark: if there are any, it shows something. */
const inkOf = (person: Person, css: string): Promise<number> =>
  person.tab.run(async (wanted: string) => {
    const image = document.querySelector<HTMLImageElement>(wanted);
    if (image === null) return 0;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    const { data } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    return Array.from(data).filter((value, at) => at % 4 === 0 && value < 128).length;
  }, css);

/** In the last step, without documents: a document's first pages are seen, and one with a password is warned about. */
export async function seeDocuments(person: Person): Promise<void> {
  const [first, second] = ['First page of letter.pdf', 'Page 2 of letter.pdf'];
  await person.attaches('cv', { name: 'letter.pdf', bytes: await makeTextPdf({ headings: ['One', 'Two'] }) });
  await person.sees(picture('cv', first));
  await person.until('the first page is drawn', async () => (await inkOf(person, picture('cv', first).css)) > 0);
  await person.click(picture('cv', first));
  await person.sees(picture('cv', second));
  await person.until('the second page is drawn', async () => (await inkOf(person, picture('cv', second).css)) > 0);

  const bytes = await makeTextPdf({ security: { userPassword: 'open sesame', ownerPassword: 'owner' } });
  await person.attaches('bankStatement', { name: 'locked.pdf', bytes });
  await person.reads(LOCKED, slotOf('bankStatement'));
  await person.reads('Enter its password to attach a copy without one.', slotOf('bankStatement'));
  expect(await person.words(slotOf('cv'))).not.toContain('Use it anyway');
  await person.press('Use it anyway', slotOf('bankStatement'));
  await person.seesNot({ css: '*', name: LOCKED, part: true, within: slotOf('bankStatement') });
  await uploaded(person, 2);
}
