// @vitest-environment node
import { expect, test } from 'vitest';
import { typeInto } from '#tests/simulation-browser/commands/drafts.ts';
import { checkEnd } from '#tests/simulation-browser/final-checks.ts';
import { openForm } from './story.ts';

/** A page that the browser keeps whole while another site is open, and shows again. */

test.each([0, 500])(
  'a page that is shown again goes on with what another tab has changed meanwhile (typed into after %i tasks)',
  async (steps) => {
    const { world, tab, page, type } = await openForm();
    type('firstName');
    await world.pass(3500);
    const id = page().draftId() ?? '';
    await world.goAway(tab, () => world.device.time.pass(1000));
    expect(tab.isAway()).toBe(true);
    const other = world.open();
    await world.pass(1000);
    const there = other.page();
    if (there === undefined) throw new Error('no page is loaded');
    await Promise.all([there.open(id), world.pass(500)]);
    there.show('student-form');
    await world.pass(500);
    // It has let go of its draft: nobody has to take that over.
    expect(there.getState().application.elsewhere).toBe(false);
    typeInto(world, there, 'firstName');
    typeInto(world, there, 'email');
    await world.pass(3500);
    const changed = there.shown();
    await world.end(other, 'left');
    tab.comeBack();
    for (let step = 0; step < steps; step += 1) await world.device.time.step();
    typeInto(world, page(), 'passportNumber');
    await world.pass(3500);
    expect(page().shown()).toMatchObject({ firstName: changed?.firstName, email: changed?.email });
    expect(page().getState().application).toMatchObject({ elsewhere: false, save: { state: 'saved' } });
    await checkEnd(world);
  },
);
