import { beforeEach, describe, expect, test } from 'vitest';
import { type DocumentState, documentsEvents } from '#features/documents/documents-slice.ts';
import type { Inspection } from '#features/documents/inspection/inspection.ts';
import { createInspections } from '#features/documents/inspection/inspections.ts';
import type { Inspector } from '#features/documents/inspection/inspector.ts';
import { isUnfinished, noteBegun } from '#features/documents/under-way.ts';
import { draftDeleted } from '#features/drafts/draft-events.ts';
import { connectionConfirmed, connectionLost, connectionRegained } from '#platform/connection.ts';
import { WorkerTimeout } from '#platform/worker-client.ts';
import { documentsStore } from '../support/documents-store.ts';

const DRAFT = 'a0c5c4f2-7a35-4a0e-9f4c-6f2b8f0c1d11';
const FILE = new Blob(['%PDF-1.7']);
const UNLOCKED = new Blob(['%PDF-1.7 unlocked']);
const LOCKED: Inspection = { pageCount: 0, pictures: [], findings: [{ flaw: 'password', pages: [] }] };

interface PageOptions {
  hasHeard?: boolean;
  isAway?: () => boolean;
  inTurn?: (inspection: () => Promise<void>) => Promise<void>;
}
interface Asked {
  answer: (inspection: Inspection) => void;
  fail: (failure?: Error) => void;
}
beforeEach(() => localStorage.clear());

/**
 * A page with one uploaded document, and inspections whose worker answers on demand. The server answers, unless the
 * page has not heard it yet.
 */
function page({ hasHeard = true, isAway = () => false, inTurn = (inspection) => inspection() }: PageOptions = {}) {
  const store = documentsStore();
  if (hasHeard) store.dispatch(connectionConfirmed());
  const asked: Asked[] = [];
  const inspector: Inspector = {
    inspect: () =>
      new Promise((resolve, reject) =>
        asked.push({ answer: resolve, fail: (failure = new Error('no scripts')) => reject(failure) }),
      ),
    shrink: () => Promise.reject(new Error('not asked for')),
    unlock: async (_file, password) => (password === 'open sesame' ? UNLOCKED : undefined),
  };
  const probe = async () => {
    if (isAway()) store.dispatch(connectionLost());
  };
  const inspections = createInspections({ store, bytesOf: async () => FILE, probe, inspector, inTurn });
  const attach = (attachment: string, slot = 'cv', state: DocumentState = 'uploaded') =>
    store.dispatch(
      documentsEvents.attached({
        draftId: DRAFT,
        slot,
        document: {
          attachment,
          name: 'cv.pdf',
          type: 'application/pdf',
          size: 8,
          uploadedBytes: 0,
          state,
          kept: true,
        },
      }),
    );
  attach('first');
  const become = (attachment: string, slot: string, state: DocumentState) =>
    store.dispatch(documentsEvents.progressed({ draftId: DRAFT, slot, attachment, changes: { state } }));
  return { store, inspections, asked, attach, become, want: (slot = 'cv') => inspections.request(DRAFT, slot) };
}
const until = (truth: () => unknown) => expect.poll(truth).toBe(true);
/** All requests that are due have been made. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('a document is looked at', () => {
  test('once, however often it is asked for', async () => {
    const { inspections, asked, want } = page();
    want();
    want();
    await until(() => asked.length === 1);
    asked[0]?.answer(LOCKED);
    await until(() => inspections.of('first') === LOCKED);
    want();
    expect(asked).toHaveLength(1);
  });

  test('and the code that shows it hears of that', async () => {
    const { inspections, asked, want } = page();
    let calls = 0;
    const stop = inspections.subscribe(() => {
      calls += 1;
    });
    want();
    await until(() => asked.length === 1);
    asked[0]?.answer(LOCKED);
    await until(() => calls === 1);
    stop();
  });

  test('again once the connection is back, where its scripts did not come', async () => {
    const { store, inspections, asked, want } = page();
    want();
    await until(() => asked.length === 1);
    asked[0]?.fail();
    await expect
      .poll(() => {
        store.dispatch(connectionRegained());
        return asked.length;
      })
      .toBe(2);
    asked[1]?.answer(LOCKED);
    await until(() => inspections.of('first') === LOCKED);
  });
});

describe('an inspection that never came to its end', () => {
  const findings = [{ flaw: 'unfinished', pages: [] }];
  test('is not repeated after the page has died over it, and the person sees that', async () => {
    noteBegun('first');
    const { inspections, asked, want, attach } = page();
    want();
    await until(() => inspections.of('first') !== undefined);
    expect(inspections.of('first')?.findings).toEqual(findings);
    // The next document is looked at.
    attach('other', 'passport');
    want('passport');
    await until(() => asked.length === 1);
    expect(inspections.of('other')).toBeUndefined();
  });

  test('is not repeated when it took too long, and the next document need not wait for the connection', async () => {
    const { store, inspections, asked, want, attach } = page();
    want();
    await until(() => asked.length === 1);
    asked[0]?.answer(LOCKED);
    await until(() => inspections.of('first') === LOCKED);
    attach('slow', 'passport');
    want('passport');
    await until(() => asked.length === 2);
    asked[1]?.fail(new WorkerTimeout());
    await until(() => inspections.of('slow') !== undefined);
    expect(inspections.of('slow')?.findings).toEqual(findings);
    expect(isUnfinished('slow')).toBe(true);
    store.dispatch(connectionLost());
    attach('next', 'bankStatement');
    want('bankStatement');
    await until(() => asked.length === 3);
  });

  const ends: readonly (readonly [string, (asked?: Asked) => unknown])[] = [
    ['it has ended', (asked) => asked?.answer(LOCKED)],
    ['its scripts did not come', (asked) => asked?.fail()],
    ['the page was left as pages are', () => window.dispatchEvent(new Event('pagehide'))],
  ];
  test.each(ends)('is not meant when %s', async (_rule, end) => {
    const { asked, want } = page();
    want();
    await until(() => asked.length === 1);
    expect(isUnfinished('first')).toBe(true);
    end(asked[0]);
    await until(() => !isUnfinished('first'));
  });

  test('is not meant while another tab inspects: this one waits for its turn', async () => {
    const turn = Promise.withResolvers<void>();
    const otherTab = noteBegun('first');
    const { inspections, asked, want } = page({ inTurn: (inspection) => turn.promise.then(inspection) });
    want();
    await settled();
    expect(inspections.of('first')).toBeUndefined();
    otherTab.ended();
    turn.resolve();
    await until(() => asked.length === 1);
  });
});

describe('the scripts that inspect documents are not asked for', () => {
  test.each<DocumentState>(['checking', 'waiting', 'uploading', 'retrying'])(
    'while another document is %s, and are when it is uploaded',
    async (state) => {
      const { asked, attach, become, want } = page();
      attach('other', 'passport', state);
      want();
      await settled();
      expect(asked).toHaveLength(0);
      become('other', 'passport', 'uploaded');
      await until(() => asked.length === 1);
    },
  );

  test.each<DocumentState>(['paused', 'failed'])(
    'but they are while another document is %s, which needs no connection',
    async (state) => {
      const { asked, attach, want } = page();
      attach('other', 'passport', state);
      want();
      await until(() => asked.length === 1);
    },
  );

  test('before the page has heard our server, and are when it has', async () => {
    const { store, asked, want } = page({ hasHeard: false });
    want();
    await settled();
    expect(asked).toHaveLength(0);
    store.dispatch(connectionConfirmed());
    await until(() => asked.length === 1);
  });

  test('without our server, and are when it is back and what is uploaded first has arrived', async () => {
    const { store, asked, become, want } = page();
    store.dispatch(connectionLost());
    want();
    become('first', 'cv', 'retrying');
    await settled();
    expect(asked).toHaveLength(0);
    store.dispatch(connectionRegained());
    await settled();
    expect(asked).toHaveLength(0);
    become('first', 'cv', 'uploaded');
    await until(() => asked.length === 1);
  });

  test('for the next document after they failed because our server is away, and both are looked at when it is back', async () => {
    const { store, inspections, asked, attach, want } = page({ isAway: () => true });
    attach('other', 'passport');
    want();
    want('passport');
    await until(() => asked.length === 1);
    asked[0]?.fail();
    await settled();
    expect(asked).toHaveLength(1);
    store.dispatch(connectionRegained());
    await until(() => asked.length === 2);
    asked[1]?.answer(LOCKED);
    await until(() => asked.length === 3);
    asked[2]?.answer(LOCKED);
    await until(() => inspections.of('first') === LOCKED && inspections.of('other') === LOCKED);
  });

  test('again once they have come: a document is looked at while it is uploaded, and without our server', async () => {
    const { store, asked, attach, want } = page();
    want();
    await until(() => asked.length === 1);
    asked[0]?.answer(LOCKED);
    await settled();
    store.dispatch(connectionLost());
    attach('other', 'passport', 'uploading');
    want('passport');
    await until(() => asked.length === 2);
  });
});

describe('what was seen of a document', () => {
  test('is gone when another file takes its place, and what comes later of the first one is dropped', async () => {
    const { inspections, asked, want, attach } = page();
    want();
    await until(() => asked.length === 1);
    attach('second');
    want();
    asked[0]?.answer(LOCKED);
    await until(() => asked.length === 2);
    asked[1]?.answer({ ...LOCKED, findings: [] });
    await until(() => inspections.of('second') !== undefined);
    expect(inspections.of('first')).toBeUndefined();
  });

  test.each([
    ['with the document', documentsEvents.removed({ draftId: DRAFT, slot: 'cv' })],
    ['with the draft', draftDeleted(DRAFT)],
  ])('is gone %s', async (_with, event) => {
    const { store, inspections, asked, want } = page();
    want();
    await until(() => asked.length === 1);
    asked[0]?.answer(LOCKED);
    await until(() => inspections.of('first') === LOCKED);
    store.dispatch(event);
    await until(() => inspections.of('first') === undefined);
  });

  test('is nowhere in the store', async () => {
    const { store, inspections, asked, want } = page();
    want();
    await until(() => asked.length === 1);
    asked[0]?.answer(LOCKED);
    await until(() => inspections.of('first') === LOCKED);
    expect(JSON.stringify(store.getState())).not.toContain('password');
  });
});

describe('a document that asks for a password', () => {
  test('is unlocked with the right password', async () => {
    const { inspections } = page();
    expect(await inspections.unlock(DRAFT, 'cv', 'open sesame')).toBe(UNLOCKED);
    expect(await inspections.unlock(DRAFT, 'cv', 'sesame')).toBeUndefined();
  });

  test('is not unlocked if its slot is empty by now', async () => {
    const { inspections } = page();
    await expect(inspections.unlock(DRAFT, 'passport', 'open sesame')).rejects.toThrow();
  });
});
