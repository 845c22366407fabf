import { beforeAll, expect } from 'vitest';
import { typeInto } from '#tests/simulation-browser/commands/drafts.ts';
import { confirm } from '#tests/simulation-browser/commands/sending.ts';
import { buildPrograms, type Programs } from '#tests/simulation-browser/device.ts';
import type { Field } from '#tests/simulation-browser/page-form.ts';
import { createWorld, type World } from '#tests/simulation-browser/world.ts';

let programs: Programs;
/** A test file that imports this builds the page before its first test. */
beforeAll(async () => {
  programs = await buildPrograms();
});

/** A device with one tab on the student's form. */
export async function openForm() {
  const world = createWorld(programs, 0);
  const tab = world.open();
  await world.pass(100);
  const page = () => {
    const program = tab.page();
    if (program === undefined) throw new Error('no page is loaded');
    return program;
  };
  page().show('student-form');
  await world.pass(100);
  const type = (field: 'firstName' | 'email'): string => {
    const known = world.ownedBy(page());
    if (known === undefined) throw new Error('no draft is open');
    const text = world.ledger.make(known.id, field, 'text');
    expect(page().type(field, text)).toBe(true);
    world.ledger.put(known.answers, field, text);
    return text;
  };
  const confirmed = (): string => {
    const id = confirm(world, page(), tab);
    if (id === undefined) throw new Error('nothing could be confirmed');
    return id;
  };
  const savedAnswers = (id: string | undefined) =>
    world.device.disk.stored('drafts').find((draft) => (draft as { id: string }).id === id) as
      | { readonly answers: Readonly<Record<string, unknown>> }
      | undefined;
  return { world, tab, page, type, confirmed, savedAnswers };
}

/** Opens a draft in another tab, where the first one may still own it. */
export async function openInAnotherTab(world: World, id: string) {
  const other = world.open().page();
  await world.pass(1000);
  if (other === undefined) throw new Error('no page is loaded');
  other.show('student-form');
  await Promise.all([other.open(id), world.pass(1000)]);
  return other;
}

/** Opens a draft in another tab, types into it there, and closes that tab. */
export async function changeInAnotherTab(world: World, id: string, field: Field): Promise<string> {
  const other = world.open();
  await world.pass(1000);
  const there = other.page();
  if (there === undefined) throw new Error('no page is loaded');
  await Promise.all([there.open(id), world.pass(500)]);
  there.show('student-form');
  await world.pass(500);
  expect(there.getState().drafts).toMatchObject({ open: { id }, elsewhere: false });
  typeInto(world, there, field);
  await world.pass(3500);
  const text = there.shown()?.[field] ?? '';
  expect(text).not.toBe('');
  await world.end(other, 'left');
  return text;
}
