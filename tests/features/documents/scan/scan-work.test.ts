// @vitest-environment node
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type KeptPages, keptPages } from '#features/documents/scan/kept-pages.ts';
import {
  BeyondLimit,
  EngineGone,
  ReadingUnfinished,
  type ReadPage,
  type ScanEngine,
  UnreadableFile,
  UnreadablePdf,
  UnreadablePicture,
} from '#features/documents/scan/scan-engine.ts';
import { createScanEngines } from '#features/documents/scan/scan-engines.ts';
import { createScanWork } from '#features/documents/scan/scan-work.ts';
import { noteBegun } from '#features/documents/under-way.ts';
import { deleteDraft } from '#features/drafts/draft-database.ts';

const DRAFT = 'a0c5c4f2-7a35-4a0e-9f4c-6f2b8f0c1d11';
const CORNERS = [
  { x: 0.1, y: 0.1 },
  { x: 0.9, y: 0.1 },
  { x: 0.9, y: 0.9 },
  { x: 0.1, y: 0.9 },
] as const;

/** What a page has and Node does not. */
const stored = new Map<string, string>();
vi.stubGlobal('window', new EventTarget());
vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
});

const textOf = async (bytes: Blob | ArrayBuffer) => new Response(bytes).text();
const bytesOf = async (text: string) => new Response(text).arrayBuffer();
const photo = (name: string) => new File([`photo ${name}`], name, { type: 'image/jpeg' });
const pdf = (name: string) => new File([`%PDF-1.7 ${name}`], name, { type: 'application/pdf' });

/** An engine that takes the text of a file for its picture; `change` makes parts of it fail. */
function engine(change: Partial<ScanEngine> = {}): ScanEngine {
  const read = async (text: string): Promise<ReadPage> => ({ bytes: await bytesOf(text), width: 3, height: 4 });
  return {
    readPhoto: async (file) => read(await textOf(file)),
    async readPdf(file, onPage, first = 1) {
      for (let at = first; at <= 3; at += 1) await onPage(await read(`${await textOf(file)} page ${at}`));
    },
    preview: async () => new Blob(),
    combine: async (files) => ({ pdf: new Blob([...files]), losesSignature: false }),
    async makePdf(pages, bytes, onProgress) {
      const texts: string[] = [];
      for (const { id } of pages) {
        texts.push(await textOf(await bytes(id)));
        onProgress(texts.length);
      }
      return new Blob([texts.join('; ')]);
    },
    close() {},
    ...change,
  };
}

/** An engine that dies, or is closed, after so many pages of a PDF. `stop` ends it. */
function engineUntil(last: number) {
  let stop: () => void = () => {};
  const stopped = new Promise<never>((_resolve, reject) => {
    stop = () => reject(new EngineGone());
  });
  stopped.catch(() => {});
  const stopping = engine({
    async readPdf(file, onPage, first = 1) {
      for (let at = first; at <= last; at += 1)
        await onPage({ bytes: await bytesOf(`${await textOf(file)} page ${at}`), width: 3, height: 4 });
      await stopped;
    },
  });
  return { engine: stopping, stop };
}

function workWith(open: () => ScanEngine = engine, pages: KeptPages = keptPages) {
  const onChange = vi.fn();
  const engines = createScanEngines(async () => open());
  const work = createScanWork({ draftId: DRAFT, slot: 'passport', onChange, pages, engines });
  const unsubscribe = work.subscribe(() => {});
  const names = () => work.state().items?.map(({ name }) => name);
  const settled = () =>
    expect
      .poll(() => work.state().items?.some((item) => 'waiting' in item && !work.state().failures.has(item.id)))
      .toBe(false);
  return { work, onChange, unsubscribe, names, settled };
}
async function workOf(...names: string[]) {
  const one = workWith();
  await one.work.open();
  await one.work.add(names.map(photo));
  await one.settled();
  const id = (name: string) => one.work.state().items?.find((item) => item.name === name)?.id ?? '';
  return { ...one, id };
}
const kept = async () => (await keptPages.list(DRAFT, 'passport')).map(({ name }) => name);
/** Disks on which what `isRefused` names cannot be written. */
const diskWithout = (isRefused: (texts: readonly string[]) => boolean): KeptPages => ({
  ...keptPages,
  async put(draftId, slot, items, added = []) {
    const texts = await Promise.all(added.map(({ bytes }) => textOf(bytes)));
    if (isRefused(texts)) throw new DOMException('no room', 'QuotaExceededError');
    await keptPages.put(draftId, slot, items, added);
  },
});

afterEach(() => deleteDraft(DRAFT));

describe('the pages of a slot', () => {
  test('are kept at once, and each change starts the 24 hours of the draft again', async () => {
    const { work, onChange, id } = await workOf('a.jpg', 'b.jpg');
    const before = onChange.mock.calls.length;
    work.move(id('b.jpg'), 0);
    work.turn(id('a.jpg'));
    work.crop(id('a.jpg'), CORNERS);
    await work.save();
    expect(onChange.mock.calls.length).toBe(before + 3);
    expect(await keptPages.list(DRAFT, 'passport')).toMatchObject([
      { name: 'b.jpg', turns: 0 },
      { name: 'a.jpg', turns: 1, corners: CORNERS },
    ]);
  });

  test('are cropped to the sheet that was found when they are added, and whole again on Undo', async () => {
    const { work, settled } = workWith(() =>
      engine({
        readPhoto: async (file) => ({ bytes: await file.arrayBuffer(), width: 3, height: 4, proposed: CORNERS }),
      }),
    );
    await work.open();
    await work.add([photo('a.jpg')]);
    await settled();
    const [page] = work.state().items ?? [];
    expect(page).toMatchObject({ corners: CORNERS, proposed: CORNERS });
    work.crop(page?.id ?? '', undefined);
    expect(work.state().items?.[0]).not.toHaveProperty('corners');
    expect(work.state().items?.[0]).toMatchObject({ proposed: CORNERS, isSeen: true });
  });

  test('are found again in their order, and become one PDF in that order', async () => {
    const { work, id } = await workOf('a.jpg', 'b.jpg', 'c.jpg');
    work.move(id('c.jpg'), 0);
    await work.save();
    const later = workWith();
    await later.work.open();
    expect(later.names()).toEqual(['c.jpg', 'a.jpg', 'b.jpg']);
    const steps: number[] = [];
    expect(await textOf(await later.work.makePdf((done) => steps.push(done)))).toBe(
      'photo c.jpg; photo a.jpg; photo b.jpg',
    );
    expect(steps).toEqual([1, 2, 3]);
  });

  test('of a PDF stand one after another where the PDF was added', async () => {
    const { work, names, settled } = workWith();
    await work.open();
    await work.add([photo('a.jpg'), pdf('two.pdf'), photo('b.jpg')]);
    await settled();
    expect(names()).toEqual(['a.jpg', 'two.pdf', 'two.pdf', 'two.pdf', 'b.jpg']);
    expect(await textOf(await work.makePdf(() => {}))).toBe(
      'photo a.jpg; %PDF-1.7 two.pdf page 1; %PDF-1.7 two.pdf page 2; %PDF-1.7 two.pdf page 3; photo b.jpg',
    );
  });

  test('of a PDF are listed with the PDF and their numbers, and the PDF is kept as long as one of them', async () => {
    const { work, settled } = workWith();
    await work.open();
    await work.add([pdf('three.pdf')]);
    await settled();
    const [first, second, third] = await keptPages.list(DRAFT, 'passport');
    expect([first, second, third]).toMatchObject([{ number: 1 }, { number: 2 }, { number: 3 }]);
    const source = first && 'from' in first && first.from ? first.from : '';
    const keptText = async () => {
      const bytes = await keptPages.bytesOf(DRAFT, 'passport', source);
      return bytes && textOf(bytes);
    };
    await work.remove(first?.id ?? '');
    await work.remove(second?.id ?? '');
    expect(await keptText()).toBe('%PDF-1.7 three.pdf');
    await work.remove(third?.id ?? '');
    expect(await keptText()).toBeUndefined();
    work.undoRemove();
    expect(await textOf(await work.bytesOf(source))).toBe('%PDF-1.7 three.pdf');
  });

  test('are decoded one at a time, thumbnails included', async () => {
    let [now, most] = [0, 0];
    const decode = async <Result>(result: Result) => {
      now += 1;
      most = Math.max(most, now);
      await Promise.resolve();
      now -= 1;
      return result;
    };
    const { work, settled } = workWith(() =>
      engine({
        readPhoto: async (file) => decode({ bytes: await file.arrayBuffer(), width: 3, height: 4 }),
        preview: () => decode(new Blob()),
      }),
    );
    await work.open();
    await work.add([photo('a.jpg'), photo('b.jpg'), photo('c.jpg')]);
    await settled();
    const pages = (work.state().items ?? []).flatMap((item) => ('waiting' in item ? [] : [item]));
    void work.add([photo('d.jpg')]);
    await Promise.all(pages.map((page) => work.preview(page, 100)));
    await settled();
    expect(pages).toHaveLength(3);
    expect(most).toBe(1);
  });

  test('come back where they stood when Remove was pressed twice and is undone', async () => {
    const { work, names, id } = await workOf('a.jpg', 'b.jpg', 'c.jpg');
    const first = id('a.jpg');
    await Promise.all([work.remove(first), work.remove(first)]);
    expect(names()).toEqual(['b.jpg', 'c.jpg']);
    work.undoRemove();
    await work.save();
    expect(names()).toEqual(['a.jpg', 'b.jpg', 'c.jpg']);
    expect(await textOf(await work.makePdf(() => {}))).toBe('photo a.jpg; photo b.jpg; photo c.jpg');
  });

  test('come back where they stood when a removal is undone, bytes included', async () => {
    const { work, names, id } = await workOf('a.jpg', 'b.jpg', 'c.jpg');
    await work.remove(id('b.jpg'));
    expect(await kept()).toEqual(['a.jpg', 'c.jpg']);
    work.undoRemove();
    await work.save();
    expect(names()).toEqual(['a.jpg', 'b.jpg', 'c.jpg']);
    expect(await kept()).toEqual(['a.jpg', 'b.jpg', 'c.jpg']);
    expect(await textOf(await work.makePdf(() => {}))).toBe('photo a.jpg; photo b.jpg; photo c.jpg');
  });
});

describe('a file that was chosen', () => {
  test('is kept before it is read, and read at the next visit if the browser was killed behind the camera', async () => {
    const killed = workWith(() => engine({ readPhoto: () => new Promise(() => {}) }));
    await killed.work.open();
    await killed.work.add([photo('a.jpg'), photo('b.jpg')]);
    await expect.poll(() => stored.has('looks-under-way')).toBe(true);
    Object.assign(document, { hidden: true });
    document.dispatchEvent(new Event('visibilitychange'));
    Object.assign(document, { hidden: false });
    const later = workWith();
    void later.work.open();
    await expect.poll(() => later.names()).toEqual(['a.jpg', 'b.jpg']);
    await later.settled();
    expect(await textOf(await later.work.makePdf(() => {}))).toBe('photo a.jpg; photo b.jpg');
  });

  test('has each of its pages once, where the browser was killed while its pages were being read', async () => {
    const killed = workWith(() =>
      engine({
        async readPdf(file, onPage) {
          await onPage({ bytes: await bytesOf(`${await textOf(file)} page 1`), width: 3, height: 4 });
          await new Promise(() => {});
        },
      }),
    );
    await killed.work.open();
    await killed.work.add([pdf('three.pdf')]);
    await expect.poll(kept).toEqual(['three.pdf', 'three.pdf']);
    const later = workWith();
    await later.work.open();
    expect(later.names()).toEqual(['three.pdf', 'three.pdf', 'three.pdf']);
  });

  test.each([
    ['is no photo', photo('notes.jpg'), new UnreadablePicture()],
    ['is a PDF with a password', pdf('locked.pdf'), new UnreadablePdf('encrypted')],
    ['has too many pixels', photo('notes.jpg'), new BeyondLimit('pixels')],
    ['is a PDF of too many pages', pdf('book.pdf'), new BeyondLimit('pages')],
  ])('stays with the reason where it %s, and the others are read', async (_what, file, failure) => {
    let opened = 0;
    const broken = engine({
      readPhoto: async (read) => {
        if ((await textOf(read)).includes('notes')) throw failure;
        return { bytes: await read.arrayBuffer(), width: 3, height: 4 };
      },
      readPdf: () => Promise.reject(failure),
    });
    const { work, names, settled } = workWith(() => {
      opened += 1;
      return broken;
    });
    await work.open();
    await work.add([file, photo('b.jpg')]);
    await settled();
    expect(names()).toEqual([file.name, 'b.jpg']);
    expect([...work.state().failures.values()]).toEqual([failure]);
    // Another engine would say the same.
    expect(opened).toBe(1);
    expect(await kept()).toEqual([file.name, 'b.jpg']);
  });

  test('and is gone before it was kept is named: the device is not called full, and the others are kept', async () => {
    const { work, names, settled } = workWith();
    await work.open();
    const gone = Object.assign(photo('gone.jpg'), {
      arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotFoundError')),
    });
    await work.add([photo('a.jpg'), photo('b.jpg'), gone]);
    await settled();
    expect(names()).toEqual(['a.jpg', 'b.jpg', 'gone.jpg']);
    expect([...work.state().failures.values()]).toEqual([expect.any(UnreadableFile)]);
    expect(work.state().isUnsaved).toBe(false);
    expect(await kept()).toEqual(['a.jpg', 'b.jpg']);
    await work.remove(work.state().items?.[2]?.id ?? '');
    expect(await textOf(await work.makePdf(() => {}))).toBe('photo a.jpg; photo b.jpg');
  });

  test('and could not be read for a moment is read and kept when the person tries again', async () => {
    const { work, settled } = workWith();
    await work.open();
    let isLocked = true;
    const file = photo('a.jpg');
    const read = file.arrayBuffer.bind(file);
    const locked = Object.assign(file, {
      arrayBuffer: () => (isLocked ? Promise.reject(new DOMException('locked', 'NotReadableError')) : read()),
    });
    await work.add([locked]);
    await settled();
    isLocked = false;
    work.retry(work.state().items?.[0]?.id ?? '');
    await settled();
    expect(await kept()).toEqual(['a.jpg']);
    expect(await textOf(await work.makePdf(() => {}))).toBe('photo a.jpg');
  });

  test('is read by another engine where the first one died over it', async () => {
    const opened: string[] = [];
    const { work, names, settled } = workWith(() => {
      opened.push('engine');
      return opened.length === 1 ? engine({ readPhoto: () => Promise.reject(new EngineGone()) }) : engine();
    });
    await work.open();
    await work.add([photo('a.jpg')]);
    await settled();
    expect([opened.length, names(), work.state().failures.size]).toEqual([2, ['a.jpg'], 0]);
    expect(work.state().items?.[0]).not.toHaveProperty('waiting');
  });

  test('is not lost where every engine dies: it can be read again', async () => {
    let isDying = true;
    const { work, settled } = workWith(() =>
      isDying ? engine({ readPhoto: () => Promise.reject(new EngineGone()) }) : engine(),
    );
    await work.open();
    await work.add([photo('a.jpg')]);
    await settled();
    expect(work.state().failures.size).toBe(1);
    isDying = false;
    work.retry(work.state().items?.[0]?.id ?? '');
    await settled();
    expect([work.state().failures.size, work.state().items?.[0]]).toMatchObject([0, { turns: 0 }]);
  });

  test('continues to be read if the dialog was closed and opened again in the middle', async () => {
    let isClosed = false;
    const { work, unsubscribe, settled } = workWith(() =>
      isClosed
        ? engine()
        : engine({
            readPhoto: () =>
              new Promise(
                (_resolve, reject) =>
                  void expect
                    .poll(() => isClosed)
                    .toBe(true)
                    .then(() => reject(new EngineGone())),
              ),
          }),
    );
    await work.open();
    await work.add([photo('a.jpg')]);
    unsubscribe();
    work.rest();
    isClosed = true;
    work.subscribe(() => {});
    await work.open();
    await settled();
    expect([work.state().failures.size, work.state().items?.[0]]).toMatchObject([0, { turns: 0 }]);
  });
});

describe('a PDF whose reading is interrupted', () => {
  const pageTexts = async (work: ReturnType<typeof workWith>['work']) => textOf(await work.makePdf(() => {}));
  const idsOf = (work: ReturnType<typeof workWith>['work']) =>
    (work.state().items ?? []).flatMap((item) => ('waiting' in item ? [] : item.id));

  test('continues after its last page, and keeps what was turned, cropped and removed in between', async () => {
    const first = engineUntil(2);
    let isClosed = false;
    const begun: number[] = [];
    const second = engine({
      readPdf(file, onPage, from = 1) {
        begun.push(from);
        return engine().readPdf(file, onPage, from);
      },
    });
    const { work, unsubscribe, settled } = workWith(() => (isClosed ? second : first.engine));
    await work.open();
    await work.add([pdf('long.pdf')]);
    await expect.poll(() => idsOf(work).length).toBe(2);
    const [one = '', two = ''] = idsOf(work);
    work.turn(two);
    work.crop(two, CORNERS);
    await work.remove(one);
    unsubscribe();
    work.rest();
    isClosed = true;
    first.stop();
    work.subscribe(() => {});
    await work.open();
    await settled();
    expect(work.state().items).toMatchObject([{ id: two, turns: 1, corners: CORNERS }, { turns: 0 }]);
    // What was drawn is not drawn again.
    expect(begun).toEqual([3]);
    expect(await pageTexts(work)).toBe('%PDF-1.7 long.pdf page 2; %PDF-1.7 long.pdf page 3');
  });

  test('continues after its last page at the next visit, if the browser was killed', async () => {
    const killed = workWith(() => engineUntil(2).engine);
    await killed.work.open();
    await killed.work.add([pdf('long.pdf')]);
    await expect.poll(() => idsOf(killed.work).length).toBe(2);
    const [one = '', two = ''] = idsOf(killed.work);
    await killed.work.remove(one);
    killed.work.turn(two);
    await killed.work.save();
    const later = workWith();
    await later.work.open();
    expect(later.work.state().items).toMatchObject([{ id: two, turns: 1 }, { turns: 0 }]);
    expect(await pageTexts(later.work)).toBe('%PDF-1.7 long.pdf page 2; %PDF-1.7 long.pdf page 3');
  });

  test('continues after its last page in another engine, if the first one dies', async () => {
    const first = engineUntil(2);
    let opened = 0;
    const { work, settled } = workWith(() => {
      opened += 1;
      return opened === 1 ? first.engine : engine();
    });
    await work.open();
    await work.add([pdf('long.pdf')]);
    await expect.poll(() => idsOf(work).length).toBe(2);
    const before = idsOf(work);
    first.stop();
    await settled();
    expect(idsOf(work).slice(0, 2)).toEqual(before);
    expect(idsOf(work)).toHaveLength(3);
  });

  test('has that page read again which the disk did not take, and no other', async () => {
    const disk = diskWithout((texts) => texts.some((text) => text.endsWith('page 1')));
    const killed = workWith(() => engineUntil(2).engine, disk);
    await killed.work.open();
    await killed.work.add([pdf('long.pdf')]);
    await expect.poll(() => idsOf(killed.work).length).toBe(2);
    const [, two = ''] = idsOf(killed.work);
    killed.work.turn(two);
    await killed.work.save();
    const later = workWith();
    await later.work.open();
    expect(later.work.state().items).toMatchObject([{ id: two, turns: 1 }, { turns: 0 }, { turns: 0 }]);
    expect(await pageTexts(later.work)).toBe(
      '%PDF-1.7 long.pdf page 2; %PDF-1.7 long.pdf page 1; %PDF-1.7 long.pdf page 3',
    );
  });

  test('is read from its first page where a release before did not note how far it was', async () => {
    const file = { id: 'file', name: 'long.pdf', type: 'application/pdf', waiting: true as const };
    const page = { id: 'page', name: 'long.pdf', width: 3, height: 4, turns: 0 as const, from: 'file' };
    const added = [
      { id: 'file', bytes: await bytesOf('%PDF-1.7 long.pdf') },
      { id: 'page', bytes: await bytesOf('%PDF-1.7 long.pdf page 1') },
    ];
    await keptPages.put(DRAFT, 'passport', [page, file], added);
    const { work } = workWith();
    await work.open();
    expect(await pageTexts(work)).toBe('%PDF-1.7 long.pdf page 1; %PDF-1.7 long.pdf page 2; %PDF-1.7 long.pdf page 3');
  });
});

describe('a device without room', () => {
  test('keeps what fits; what does not stays in the page, and is kept when it is tried again with room', async () => {
    let isFull = true;
    const { work, settled } = workWith(
      engine,
      diskWithout((texts) => isFull && texts.some((text) => text.includes('large'))),
    );
    await work.open();
    await work.add([photo('a.jpg'), photo('large.jpg'), photo('c.jpg')]);
    await settled();
    await work.save();
    const { items = [], unkept, isUnsaved } = work.state();
    expect(isUnsaved).toBe(true);
    expect(items.filter(({ id }) => unkept.has(id)).map(({ name }) => name)).toEqual(['large.jpg']);
    expect(await kept()).toEqual(['a.jpg', 'c.jpg']);
    expect(await textOf(await work.makePdf(() => {}))).toBe('photo a.jpg; photo large.jpg; photo c.jpg');
    isFull = false;
    await work.save();
    expect([work.state().isUnsaved, work.state().unkept.size]).toEqual([false, 0]);
    expect(await kept()).toEqual(['a.jpg', 'large.jpg', 'c.jpg']);
  });

  test('keeps the photo where it cannot keep the page that was read from it', async () => {
    const { work, settled } = workWith(
      () => engine({ readPhoto: async () => ({ bytes: await bytesOf('a larger page'), width: 3, height: 4 }) }),
      diskWithout((texts) => texts.includes('a larger page')),
    );
    await work.open();
    await work.add([photo('a.jpg')]);
    await settled();
    await work.save();
    expect(work.state().isUnsaved).toBe(true);
    const [item] = await keptPages.list(DRAFT, 'passport');
    expect(item).toMatchObject({ name: 'a.jpg', waiting: true });
  });

  test('that gives nothing to read is not written over', async () => {
    const put = vi.fn(keptPages.put);
    let isBlocked = true;
    const { work, names } = workWith(engine, {
      ...keptPages,
      put,
      list: (...place) => (isBlocked ? Promise.reject(new Error('blocked')) : keptPages.list(...place)),
    });
    await keptPages.put(
      DRAFT,
      'passport',
      [{ id: 'x', name: 'x.jpg', width: 1, height: 1, turns: 0 }],
      [{ id: 'x', bytes: await bytesOf('x') }],
    );
    await work.open();
    await work.add([photo('a.jpg')]);
    expect([work.state().isLost, put.mock.calls.length]).toEqual([true, 0]);
    isBlocked = false;
    await work.open();
    expect([work.state().isLost, names()]).toEqual([false, ['x.jpg']]);
  });
});

test('nothing is written any more once the draft is gone or another tab has it', async () => {
  const { work, id } = await workOf('a.jpg', 'b.jpg');
  await work.end();
  work.move(id('b.jpg'), 0);
  await work.save();
  expect(await kept()).toEqual(['a.jpg', 'b.jpg']);
});

describe('a photo over which the page died', () => {
  const waiting = (id: string) => ({ id, name: `${id}.jpg`, type: 'image/jpeg', waiting: true as const });
  const openAfterDeath = async () => {
    const read = vi.fn(engine().readPhoto);
    const one = workWith(() => engine({ readPhoto: read }));
    const ids = ['heavy', 'light'];
    const bytes = await Promise.all(ids.map(async (id) => ({ id, bytes: await bytesOf(`photo ${id}`) })));
    await keptPages.put(DRAFT, 'passport', ids.map(waiting), bytes);
    stored.clear();
    noteBegun('heavy').abandoned();
    await one.work.open();
    return { ...one, read };
  };

  test('is left out at the next opening, and said, and the photos behind it are read', async () => {
    const { work, read } = await openAfterDeath();
    expect([...work.state().failures]).toEqual([['heavy', expect.any(ReadingUnfinished)]]);
    expect(work.state().items?.map((item) => [item.name, 'waiting' in item])).toEqual([
      ['heavy.jpg', true],
      ['light.jpg', false],
    ]);
    expect(read).toHaveBeenCalledOnce();
  });

  test('is read after all if the person tries again, and the mark is gone then', async () => {
    const { work, names, settled } = await openAfterDeath();
    work.retry('heavy');
    await settled();
    expect([names(), work.state().failures.size, stored.has('looks-under-way')]).toEqual([
      ['heavy.jpg', 'light.jpg'],
      0,
      false,
    ]);
  });
});
