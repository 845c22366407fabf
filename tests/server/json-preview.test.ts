import * as v from 'valibot';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { classifications as classificationsEndpoint } from '#contract/endpoints.ts';
import { previewAgency, previewShort, previewStudent } from '#features/dev-tools/map-draft.ts';
import type { CurrentDraft } from '#features/dev-tools/tool.tsx';
import { makePdf } from '#tests/support/pdf.ts';
import type { Application } from './support/client.ts';
import { openRig, type Rig } from './support/rig.ts';

/** It is tomorrow there while it is today at the college's usual place, and another year for an hour of it. */
const TIME_ZONE = 'Pacific/Kiritimati';

let rig: Rig;
beforeEach(async () => {
  rig = await openRig({ env: { TIME_ZONE, DEV_TOOLS: '1' } });
});
afterEach(() => rig.close());

/** The draft as the page has it when this application leaves. */
const draftOf = ({ id, body }: Application, form: CurrentDraft['form']): CurrentDraft => ({
  id,
  form,
  variant: body.variant ?? 'direct',
  answers: body.values as CurrentDraft['answers'],
  documents: body.documents as CurrentDraft['documents'],
});

/** What the server sends to the page: the time zone and the live lists. */
async function mapping() {
  const config = JSON.parse((await rig.client.get('/api/config')).text) as {
    timeZone: string;
    recordsDialect: 'spec' | 'rtomanager';
  };
  const answer = JSON.parse((await rig.client.get('/api/classifications')).text);
  const { source: _source, ...lists } = v.parse(classificationsEndpoint.response, answer);
  return { timeZone: config.timeZone, dialect: config.recordsDialect, lists };
}

const utf8 = (body: string | undefined) => Buffer.from(body ?? '', 'latin1').toString('utf8');

test('the preview of a student application is what leaves the server, byte for byte', async () => {
  const { client, upstream } = rig;
  // A live list has its own words for a code.
  upstream.answers('classification', () => [{ Value: '01', Name: 'Salaried, all week' }]);
  const application = await client.student('agent', {
    selectedAgent: 'Harbour|China',
    currentEmploymentStatus: '01',
    howDidYouHearAboutUs: 'Other',
    howDidYouHearDetails: 'A fair in Hanoi',
    agentName: 'hidden, since the answer is Other',
    languageSpokenAtHomeOther: 'hidden, too',
  });
  const scans = ['scan.docx', 'scan.docx', 'a/b.pdf', 'no extension'];
  const documents = await Promise.all(
    application.body.documents.map(({ slot }: { slot?: string }, index) =>
      client.upload(application.id, slot ?? '', makePdf({ bytes: 2000 + index }), scans[index]),
    ),
  );
  const sent = { ...application, body: { ...application.body, documents } };
  await client.put(sent);
  const { submittedAt = '' } = await client.processed(application.id);

  const shown = previewStudent(draftOf(sent, 'student'), await mapping(), new Date(submittedAt));
  expect(utf8(upstream.of('offers')[0]?.body)).toBe(JSON.stringify(shown.offer));
  expect(utf8(upstream.of('agentWorkflow')[0]?.body)).toBe(JSON.stringify(shown.workflow));
  const forwarded = JSON.parse(utf8(upstream.of('fileWorkflow')[0]?.body)) as typeof shown.files;
  // The server alone reads the documents.
  const withoutContent = ({ files, ...message }: typeof shown.files) => ({
    ...message,
    files: files.map(({ filename, slot }) => ({ filename, slot })),
  });
  expect(withoutContent(shown.files)).toEqual(withoutContent(forwarded));
  expect(shown.workflow.CurrentEmploymentStatusText).toBe('Salaried, all week');
  expect(shown.offer).toMatchObject({ Leads_MarketingCampaign: { LeadSource: 'Direct' } });
});

/** The text parts of a multipart body, in order. */
const textParts = (body: string): [string, string][] =>
  [...body.matchAll(/name="([^"]+)"\r\n(?:Content-Type: text\/plain[^\r]*\r\n)?\r\n([^\r]*)\r\n/g)].map(
    ([, name = '', value = '']) => [name, value],
  );

test.each([
  ['a short application', 'short', 'studentFlow', previewShort],
  ['an agency', 'agency', 'agentFlow', previewAgency],
] as const)('the preview of %s is what leaves the server, part for part', async (_what, form, route, preview) => {
  const { client, upstream } = rig;
  const application = form === 'short' ? await client.short() : await client.agency();
  await client.put(application);
  const { submittedAt = '' } = await client.processed(application.id);
  const parts = textParts(utf8(upstream.of(route)[0]?.body));
  expect(parts.length).toBeGreaterThan(20);
  const shown = Object.entries(preview(draftOf(application, form), new Date(submittedAt)));
  expect(shown.slice(0, parts.length)).toEqual(parts);
});
