import { beforeEach, expect, test, vi } from 'vitest';
import { keepView, keptView } from '#app/kept-view.ts';
import { startingState } from '#app/starting-state.ts';
import { createStore } from '#app/store.ts';
import { draftsListed } from '#features/drafts/draft-events.ts';
import { readFrom, writeTo } from '#platform/database.ts';
import { type ViewName, viewOpened } from '#platform/view-slice.ts';
import { newDevice } from '../new-device.ts';

beforeEach(newDevice);

/** A page that begins with this view, as each page of a shared computer does with the landing page. */
function pageAt(view: ViewName, wasPressed = false) {
  const store = createStore({ preloadedState: startingState(view) });
  keepView(store, wasPressed);
  return {
    open: (next: ViewName) => store.dispatch(viewOpened(next)),
    listDrafts: () => store.dispatch(draftsListed([])),
  };
}

const noted = () => readFrom(['notes'], ({ store }) => store.get('view'));
const note = (text: string) => writeTo(['notes'], ({ store }) => store.put(text, 'view'));
/** A view that is not written takes as long as one that is: what is written after it shows that its turn is over. */
const afterTheWrites = async () => {
  await vi.dynamicImportSettled();
  await writeTo(['notes'], ({ store }) => store.put('', 'after'));
};

test.each(['1795701219221 agent-student-form', 'agent-student-form'])(
  'a view that nobody has opened never takes the place of %j, which is kept',
  async (kept) => {
    await note(kept);
    const page = pageAt('home');
    page.listDrafts();
    await afterTheWrites();
    expect(await noted()).toBe(kept);
    expect(await keptView()).toBe('agent-student-form');
  },
);

test('a view that was opened before the drafts were listed is kept once they are', async () => {
  await note('1 agent-student-form');
  const page = pageAt('home');
  page.open('agent');
  page.listDrafts();
  await expect.poll(noted).toMatch(/^\d{13} agent$/);
  page.open('home');
  await expect.poll(noted).toMatch(/ home$/);
});

test('a view that is opened after the clock was set back is the latest, in whichever tab', async () => {
  const now = vi.spyOn(Date, 'now');
  const [one, other] = [pageAt('home'), pageAt('home')];
  for (const page of [one, other]) page.listDrafts();
  now.mockReturnValue(2_000_000_000_000);
  one.open('agent');
  await expect.poll(noted).toMatch(/ agent$/);
  now.mockReturnValue(1_900_000_000_000);
  other.open('new-agent');
  await expect.poll(noted).toMatch(/ new-agent$/);
  expect(await keptView()).toBe('new-agent');
  now.mockRestore();
});

test('a page that begins at home goes where another tab went a moment ago, though the disk does not have it yet', async () => {
  await note('1795701219221 new-agent');
  localStorage.setItem('view', 'agent-student-form');
  localStorage.setItem('view-at', '1795701219222');
  expect(await keptView()).toBe('agent-student-form');
  await note('1795701219223 agent');
  expect(await keptView()).toBe('agent');
});

test('a view that was pressed before the scripts came is later than the one that the page was left in', async () => {
  await note('1795701219221 home');
  localStorage.setItem('view', 'home');
  localStorage.setItem('view-at', '1795701219221');
  const page = pageAt('student-form', true);
  expect(await keptView()).toBe('student-form');
  page.listDrafts();
  await expect.poll(noted).toMatch(/ student-form$/);
});
