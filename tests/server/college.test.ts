import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { collegeEndpoint } from '#contract/college.ts';
import { INSTITUTE } from '#domain/institute.ts';
import { missingServices } from '#server/availability.ts';
import { EXAMPLE_COLLEGE, readCollege } from '#server/college.ts';
import { readConfig, WrongConfiguration } from '#server/config.ts';
import { toTextNodes } from '#server/markdown.ts';
import { STUDENT } from './support/client.ts';
import { openRig, type Rig } from './support/rig.ts';
import { staffCommand } from './support/staff-command.ts';

const TERMS = '---\ntitle: Terms\nversion: 2.1\ndate: 2026-05-01\n---\n\nYou *agree*.\n';
/** The calls of a submission, apart from lists and tokens. */
const SUBMITTING: ReadonlySet<string> = new Set(['validate', 'offers', 'studentWorkflow', 'fileWorkflow']);
const SHA256 = createHash('sha256').update(TERMS).digest('hex');

let folder: string;
const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'college-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the folder of a college', () => {
  test('gives a text with its title, version, date, and the SHA-256 of the file as it is', () => {
    write('terms.md', TERMS);
    expect(readCollege(folder).college.terms).toEqual({
      title: 'Terms',
      version: '2.1',
      date: '2026-05-01',
      sha256: SHA256,
      content: [
        {
          element: 'p',
          children: [
            { element: 'text', text: 'You ' },
            { element: 'em', children: [{ element: 'text', text: 'agree' }] },
            { element: 'text', text: '.' },
          ],
        },
      ],
    });
  });

  test('is read where the lines end as on Windows', () => {
    write('terms.md', TERMS.replaceAll('\n', '\r\n'));
    expect(readCollege(folder).college.terms).toMatchObject({ version: '2.1', date: '2026-05-01' });
  });

  test('says of each file that is not there what the page does without it', () => {
    expect(readCollege(folder)).toEqual({
      college: {},
      problems: [],
      missing: [
        'college.json is not in COLLEGE_DIR: no CRICOS codes and no contacts of the college are shown',
        'terms.md is not in COLLEGE_DIR: applicants agree to terms that no page shows',
        'privacy.md is not in COLLEGE_DIR: no privacy notice is shown where personal data is asked for',
        'refunds.md is not in COLLEGE_DIR: no refund policy is shown',
        'what-happens-next.md is not in COLLEGE_DIR: no text says what happens after an application',
      ],
    });
  });

  test('names the codes that college.json does not have', () => {
    write('college.json', '{ "name": "A college" }');
    const { college, missing } = readCollege(folder);
    expect(college.facts).toEqual({ name: 'A college' });
    expect(missing).toContain(
      'college.json in COLLEGE_DIR has no cricosProviderCode: the page shows no CRICOS provider code',
    );
    expect(missing).toContain(
      'college.json in COLLEGE_DIR has no cricosCourseCode: the page shows no CRICOS course code',
    );
  });

  test.each([
    ['a text without version', 'terms.md', '---\ntitle: Terms\ndate: 2026-05-01\n---\nText'],
    ['a text with a date that is none', 'privacy.md', '---\ntitle: P\nversion: 1\ndate: 2026-13-01\n---\nText'],
    ['a text without a head', 'refunds.md', 'Text'],
    ['facts that are no JSON', 'college.json', '{'],
    ['facts without a name', 'college.json', '{}'],
    ['a provider code that is none', 'college.json', '{ "name": "A", "cricosProviderCode": "1234" }'],
  ])('%s keeps the server from starting, and the file is named', (_what, file, text) => {
    write(file, text);
    const start = () => readConfig({ COLLEGE_DIR: folder }, { demo: false });
    expect(start).toThrow(WrongConfiguration);
    expect(start).toThrow(`${file} in COLLEGE_DIR`);
  });

  test('that is no folder keeps the server from starting', () => {
    expect(() => readConfig({ COLLEGE_DIR: path.join(folder, 'none') }, { demo: true })).toThrow(
      'COLLEGE_DIR names no folder',
    );
  });
});

describe('Markdown becomes a few harmless elements', () => {
  const all = JSON.stringify(
    toTextNodes(
      '# Title\n\n<script>alert(1)</script>\n\n<b onclick="x()">bold</b> [a](javascript:alert(1)) ![p](data:text/html,x)\n\n' +
        '[b](https://b.example) [c](data:text/html,x) &amp; &lt;\n\n| h |\n| --- |\n| d |\n\n- one\n  1. two\n',
    ),
  );
  test('HTML is shown as text, and a link that runs anything is no link', () => {
    expect(all).toContain('"text":"<script>alert(1)</script>"');
    expect(all).not.toMatch(/"href":"(?!https:\/\/b\.example)/);
    expect(all).toContain('"href":"https://b.example"');
  });
  test('tables and lists within lists keep their shape', () => {
    expect(toTextNodes('| h |\n| --- |\n| d |\n\n- one\n  1. two\n')).toEqual([
      {
        element: 'table',
        children: [
          { element: 'tr', children: [{ element: 'th', children: [{ element: 'text', text: 'h' }] }] },
          { element: 'tr', children: [{ element: 'td', children: [{ element: 'text', text: 'd' }] }] },
        ],
      },
      {
        element: 'ul',
        children: [
          {
            element: 'li',
            children: [
              { element: 'text', text: 'one' },
              { element: 'ol', children: [{ element: 'li', children: [{ element: 'text', text: 'two' }] }] },
            ],
          },
        ],
      },
    ]);
  });
});

test('a start without the folder says what is missing, but not in demo mode, which has the example', () => {
  const named = (demo: boolean) => missingServices(readConfig({}, { demo })).map(({ variable }) => variable);
  expect(named(false)).toContain('COLLEGE_DIR');
  expect(named(true)).not.toContain('COLLEGE_DIR');
});

test('the example college is whole, and is the one that the build knows', () => {
  const { college, problems, missing } = readCollege(EXAMPLE_COLLEGE);
  expect([problems, missing]).toEqual([[], []]);
  expect(college.facts).toMatchObject({
    name: INSTITUTE.name,
    email: INSTITUTE.admissions.email,
    phone: INSTITUTE.admissions.phone,
    address: INSTITUTE.admissions.address,
  });
  expect(v.parse(collegeEndpoint.response, structuredClone(college))).toEqual(college);
});

describe('a server', () => {
  let rig: Rig;
  afterEach(() => rig.close());
  const read = async (address: string): Promise<unknown> => (await fetch(rig.client.url + address)).json();

  test('with real services and no folder names no college, and warns at start', async () => {
    const lines: string[] = [];
    rig = await openRig({ log: (line) => lines.push(line) });
    expect(await read('/api/college')).toEqual({});
    expect(await read('/api/config')).not.toHaveProperty('college');
    expect(lines.join()).toContain('"setting":"COLLEGE_DIR"');
  });

  test('with a folder answers with its words, and names at start what is not in it', async () => {
    write('terms.md', TERMS);
    write('college.json', '{ "name": "A college", "cricosProviderCode": "12345A" }');
    const lines: string[] = [];
    rig = await openRig({ env: { COLLEGE_DIR: folder }, log: (line) => lines.push(line) });
    expect(await read('/api/college')).toMatchObject({ facts: { name: 'A college' }, terms: { sha256: SHA256 } });
    expect(await read('/api/config')).toMatchObject({ college: { name: 'A college', cricosProviderCode: '12345A' } });
    expect(lines.join()).toContain('privacy.md is not in COLLEGE_DIR');
    expect(lines.join()).not.toContain('terms.md is not in COLLEGE_DIR');
  });

  test('keeps which terms were agreed to, for the staff to see, and sends the outside the same as without', async () => {
    rig = await openRig();
    const sent = async (more: object) => {
      const application = await rig.client.student();
      const before = rig.upstream.calls.length;
      const answer = await rig.client.put({ ...application, body: { ...application.body, ...more } });
      expect(answer.status).toBe(202);
      await rig.client.processed(application.id);
      // What differs between any two applications: their ids, and the moment.
      const bodies = rig.upstream.calls.slice(before).map(({ route, body }) => [
        route,
        body
          .replaceAll(application.id, 'ID')
          .replaceAll(/OFFER_\d{8}_\d{9}/g, 'OFFER')
          .replaceAll(/\d{4}-\d\d-\d\dT(?!00:00:00\.000Z)[\d:.]+Z/g, 'NOW'),
      ]);
      return { id: application.id, bodies: bodies.filter(([route = '']) => SUBMITTING.has(route)) };
    };
    const accepted = { terms: { version: '2.1', sha256: SHA256 } };
    const without = await sent({});
    const agreed = await sent({ accepted });
    expect(without.bodies.map(([route]) => route)).toEqual(['validate', 'offers', 'studentWorkflow', 'fileWorkflow']);
    expect(agreed.bodies).toEqual(without.bodies);
    const { out } = await staffCommand({ ...rig.upstream.env, DATA_DIR: rig.dataDir }, ['show', agreed.id]);
    expect(JSON.parse(out)).toMatchObject({ accepted });
  });

  test.each([
    ['a SHA-256 that is none', { terms: { version: '1', sha256: 'abc' } }],
    ['more than the terms', { terms: { version: '1', sha256: SHA256 }, privacy: {} }],
    ['a version that is none', { terms: { version: '', sha256: SHA256 } }],
  ])('refuses %s', async (_what, accepted) => {
    rig = await openRig();
    const body = { variant: 'direct', values: STUDENT, documents: [], accepted } as const;
    const answer = await rig.client.put({ path: `/api/student-applications/${randomUUID()}`, body });
    expect(answer.status).toBe(400);
  });
});
