/**
 * `node tests/engines/overview.ts`, after a build: makes docs/pictures/overview.png, with step 1 on a phone next to an
 * agent's students on a desktop.
 */
import { writeFile } from 'node:fs/promises';
import { PHONE } from '../browser/support/browser.ts';
import { manyDrafts, seed } from '../browser/support/drafts-seed.ts';
import { openScene } from '../browser/support/scene.ts';
import { answer, openCard, saved } from '../browser/support/wizard.ts';

const NAMES = ['Amelia Hall', 'Minh Tran', 'Priya Sharma', 'Kofi Mensah', 'Yuki Tanaka', 'Sofia Rossi'];
const TARGET = 'docs/pictures/overview.png';

await using scene = await openScene();

const phone = await scene.open({ ...PHONE });
await openCard(phone, 'student-form');
await answer(phone, 'firstName', 'Amelia');
await answer(phone, 'familyName', 'Hall');
await saved(phone);
const left = await phone.screenshot();

const desk = await scene.open({ viewport: { width: 1160, height: 844 }, deviceScaleFactor: 2 });
await openCard(desk, 'agent');
await openCard(desk, 'agent-student-form');
await answer(desk, 'firstName', 'Zoe');
await saved(desk);
const drafts = manyDrafts(NAMES.length, Date.now(), 'agent').map((draft, index) => {
  const [firstName, familyName] = (NAMES[index] ?? '').split(' ');
  return { ...draft, answers: { ...draft.answers, firstName, familyName } };
});
await seed(desk, { drafts, slots: ['passport'] });
await desk.reload();
await desk.getByRole('button', { name: 'Back', exact: true }).first().click();
await desk.getByText('Minh Tran').first().waitFor();
await desk.getByRole('heading', { name: 'Your students' }).evaluate((title) => title.scrollIntoView());
const right = await desk.screenshot();

const sheet = await scene.browser.newPage({ viewport: { width: 1640, height: 900 } });
const image = (bytes: Buffer, width: number) =>
  `<img width="${width}" src="data:image/png;base64,${bytes.toString('base64')}" style="border:1px solid #c8cfd2;border-radius:12px">`;
await sheet.setContent(
  `<body style="margin:24px;display:flex;gap:24px;align-items:flex-start;background:#fff">${image(left, 390)}${image(right, 1160)}</body>`,
);
await writeFile(TARGET, await sheet.screenshot());
process.stdout.write(`${TARGET}\n`);
