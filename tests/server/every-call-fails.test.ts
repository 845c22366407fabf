/** @module-tag slow */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agencyForm } from '#domain/agency/form.ts';
import { shortForm } from '#domain/short/form.ts';
import { studentForm } from '#domain/student/form.ts';
import { sha256 } from '#tests/support/pdf.ts';
import { agency, REQUIRED_SLOTS, SHORT, STUDENT } from './support/client.ts';
import { type Lane, openLane } from './support/lane.ts';
import { bringThrough, type Sent, type Wish } from './support/patient-person.ts';
import { personalOf, planted } from './support/planted.ts';
import { forwardedHashes, type Route, type Trouble } from './support/upstream.ts';

/** So many servers work at once: a server that waits before it tries again costs the others nothing. */
const LANES = 6;
const MINUTE = 60_000;
/**
 * Five documents go in three calls: as few as that takes, since each document adds calls to be failed in turn, and every
 * one of those runs brings all documents.
 */
const ENV = { FILE_WORKFLOW_MAX_BYTES: '3000' };
const FIVE = [...REQUIRED_SLOTS, 'cv'];
const student = planted(studentForm, STUDENT);
const short = planted(shortForm, SHORT);

const PORTS = ['ledger', 'uploads', 'files', 'workflow'];

interface Kind {
  readonly name: string;
  readonly ports: readonly string[];
  readonly wish: () => Wish;
  /** What has an effect outside, and under which keys. */
  readonly effects: readonly (readonly [route: Route, keyEnds: readonly string[]])[];
}

const KINDS: readonly Kind[] = [
  {
    name: 'a student application with five documents',
    ports: [...PORTS, 'records'],
    wish: () => ({ path: '/api/student-applications', variant: 'direct', values: student, slots: FIVE }),
    effects: [
      ['offers', ['']],
      ['studentWorkflow', ['']],
      ['fileWorkflow', ['', '-f2', '-f3']],
    ],
  },
  {
    name: 'a short application',
    ports: PORTS,
    wish: () => ({ path: '/api/short-applications', values: short, slots: ['photo-id'] }),
    effects: [['studentFlow', ['']]],
  },
  {
    name: 'a short application that is sent twice at once',
    ports: [...PORTS, 'queue'],
    wish: () => ({ path: '/api/short-applications', values: short, slots: ['photo-id'], isSentTwice: true }),
    effects: [['studentFlow', ['']]],
  },
  {
    name: "an agency's registration",
    ports: PORTS,
    wish: () => ({
      path: '/api/agent-applications',
      values: planted(agencyForm, { ...agency() }),
      slots: ['agent-introduction'],
    }),
    effects: [['agentFlow', ['']]],
  },
];

const PERSONAL = [...personalOf(studentForm, student), ...personalOf(shortForm, short), 'Planted agencyName'];

/** What the outside does instead of answering well, once. */
const TROUBLES: readonly (readonly [string, Trouble])[] = [
  ['is not let in', 'refused'],
  ['does its work, and its answer is lost', 'unanswered'],
  ['does its work, and never answers', 'mute'],
  ['never answers', 'silent'],
  ['breaks off in its answer', 'cut'],
  ['answers with what cannot be read', 'garbage'],
  ['answers 500', { status: 500 }],
  ['answers 503 and when to come again', { status: 503, retryAfter: 1 }],
  ['answers 502', { status: 502, body: '<html>Bad gateway</html>' }],
  ['answers 429', { status: 429 }],
];
const REFUSALS: readonly (readonly [string, Trouble])[] = [
  ['is refused with 400', { status: 400 }],
  ['is refused with 422 and no word', { status: 422, body: '' }],
];

/** What the forms offer is asked for whenever it has become old, and each list has something built in. */
const LISTS = new Set<Route>(['agentList', 'classification', 'intakes']);

let lanes: readonly Lane[];
beforeAll(async () => {
  lanes = await Promise.all(Array.from({ length: LANES }, () => openLane(ENV)));
  // Lists and tokens are asked for once, and the background work of a start is over already.
  for (const { wish } of KINDS) await Promise.all(lanes.map(({ rig }) => bringThrough(rig.client.url, wish())));
});
afterAll(() => Promise.all(lanes.map((lane) => lane.close())));

describe.each(KINDS)('$name', (kind) => {
  const ask = ({ rig }: Lane, meet: (at: string) => Trouble | undefined) =>
    rig.upstream.ask((route) => (LISTS.has(route) ? undefined : meet(route)));
  const outside = kind.effects.map(([route]) => route);

  test('recovers automatically, though any one call of a port fails, before it did its work or after it', async () => {
    const listen = (lane: Lane, meet: (at: string) => void) => lane.atEachPoint(meet);
    const { struck, stops } = await eachInTurn<void>(kind, listen, ({ rig }) => {
      // As databases and disks say it: with what they were given, and where they are.
      throw new Error(`failed at ${rig.upstream.secrets.join()}: "${PERSONAL.join(' ')}"`);
    });
    expect(new Set(struck.map((at) => at.split(/[ .]/)[1]))).toEqual(new Set(kind.ports));
    expect(stops).toBe(0);
  });

  test.each(TROUBLES)('recovers automatically, though any one call outside %s', async (_title, trouble) => {
    const { struck, stops } = await eachInTurn(kind, ask, () => trouble);
    expect(struck).toEqual(expect.arrayContaining(outside));
    expect(stops).toBe(0);
  });

  test.each(REFUSALS)('goes through when it is sent again, though any one call outside %s', async (_title, refusal) => {
    const { struck } = await eachInTurn(kind, ask, () => refusal);
    expect(struck).toEqual(expect.arrayContaining(outside));
  });
});

/**
 * Counts the calls of one application, and then brings one through for each of these, which fails. A call is the first
 * of its name, the second and so on, since which of two that run at once comes first is chance.
 */
async function eachInTurn<Fault>(
  kind: Kind,
  listen: (lane: Lane, meet: (at: string) => Fault | undefined) => void,
  fail: (lane: Lane) => Fault,
): Promise<{ readonly struck: readonly string[]; readonly stops: number }> {
  const [first] = lanes as readonly [Lane];
  const targets: string[] = [];
  const struck = new Set<string>();
  const failures: string[] = [];
  const listenNumbered = (lane: Lane, meet: (at: string) => Fault | undefined) => {
    const counts = new Map<string, number>();
    listen(lane, (name) => {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      return meet(`${name} #${counts.get(name)}`);
    });
  };
  listenNumbered(first, (at) => {
    targets.push(at);
    return undefined;
  });
  await through(first, kind);
  const waiting = targets.values();
  let stops = 0;
  const work = async (lane: Lane) => {
    for (const target of waiting) {
      listenNumbered(lane, (at) => {
        if (at !== target) return undefined;
        struck.add(nameOf(at));
        return fail(lane);
      });
      try {
        stops += await through(lane, kind);
      } catch (error) {
        failures.push(`${target}: ${error}`);
      }
    }
  };
  await Promise.all(lanes.map(work));
  expect(failures).toEqual([]);
  // Some figures are asked for once in a while only: then it was struck for another document.
  expect(targets.filter((at) => !struck.has(nameOf(at)))).toEqual([]);
  return { struck: [...struck], stops };
}

const nameOf = (numbered: string) => numbered.replace(/ #\d+$/, '');

/** Brings an application through, and looks at everything that is to be true of it then. How often it stopped. */
async function through(lane: Lane, kind: Kind): Promise<number> {
  lane.takeLog();
  lane.rig.upstream.expireTokens();
  // What is asked for once in a while is asked for by each: else it is chance whose call it is.
  lane.pass(MINUTE);
  const sent = await bringThrough(lane.rig.client.url, kind.wish()).finally(() => {
    lane.atEachPoint();
    lane.rig.upstream.ask(undefined);
  });
  expectOneEffectEach(lane, kind, sent);
  await expectDocumentsKept(lane, sent);
  const log = lane.takeLog();
  const told = [...lane.rig.upstream.secrets, ...PERSONAL].filter((text) => log.includes(text));
  expect(told, 'in the log').toEqual([]);
  return sent.stops;
}

function expectOneEffectEach({ rig }: Lane, { effects }: Kind, { application, submission, documents }: Sent): void {
  const { id } = application;
  const calls = rig.upstream.calls.filter(({ key }) => key?.startsWith(id));
  for (const [route, ends] of effects) {
    const bodies = new Map<string, Set<string>>();
    for (const { key = '', body } of calls.filter((call) => call.route === route))
      bodies.set(key, (bodies.get(key) ?? new Set()).add(body));
    expect([...bodies.keys()], `keys of ${route}`).toEqual(ends.map((end) => id + end));
    for (const [key, { size }] of bodies) expect(size, `bodies of ${route} ${key}`).toBe(1);
  }
  if (submission.offerId !== undefined) expect(rig.upstream.offers.has(submission.offerId)).toBe(true);
  const forwarded = new Map(calls.filter(({ route }) => route === 'fileWorkflow').map((call) => [call.key, call]));
  if (forwarded.size > 0) expect([...forwarded.values()].flatMap(forwardedHashes)).toEqual(documents.map(sha256));
  for (const { route, body } of calls.filter((call) => call.route.endsWith('Flow')))
    for (const bytes of documents) expect(body.includes(bytes.toString('latin1')), `document in ${route}`).toBe(true);
}

/** Each document that was sent is kept whole, and no other is. */
async function expectDocumentsKept({ uploads, files }: Lane, { application, documents }: Sent): Promise<void> {
  const known = await uploads.ofDraft(application.id);
  const claimed = known.filter((upload) => upload.claimed).map(({ slot, sha256: sum }) => `${slot} ${sum}`);
  const slots = application.body.documents.map((document) => ('slot' in document ? document.slot : undefined));
  expect(claimed.toSorted()).toEqual(slots.map((slot, i) => `${slot} ${sha256(documents[i] as Buffer)}`).toSorted());
  for (const { id, size } of known) expect(await files.size(id)).toBe(size);
}
