import { readFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import Koa from 'koa';
import { todayAnywhere } from '#domain/form/calendar.ts';
import type { Answers } from '#domain/form/form.ts';
import { visibleAnswers } from '#domain/form/visible.ts';
import { studentForm } from '#domain/student/form.ts';
import { offerIdAt } from '#domain/student/offer-id.ts';
import { toCricosOffer } from '#domain/student/to-cricos-offer.ts';
import { toWorkflow } from '#domain/student/to-workflow.ts';

/**
 * The peer: the simplest Koa handler with the same outside calls for an application, one after another, before its
 * answer. The calls have the same bodies, so it maps the answers. It checks nothing, stores nothing and reports no
 * progress.
 */
const upstream = process.env.UPSTREAM ?? '';
const uploads = process.env.UPLOADS ?? '';
const agent = new http.Agent({ keepAlive: true, maxSockets: 256 });
const timeZone = 'Australia/Melbourne';

interface Body {
  readonly variant: 'direct' | 'agent';
  readonly values: Answers;
  readonly documents: readonly { readonly uploadId: string; readonly slot: string; readonly name: string }[];
}

function post(path: string, payload: object, key: string): Promise<void> {
  const body = JSON.stringify(payload);
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'idempotency-key': key,
    authorization: 'Bearer a-token',
  };
  return new Promise((resolve, reject) => {
    const request = http.request(upstream + path, { method: 'POST', agent, headers }, (response) => {
      response.setEncoding('utf8');
      let text = '';
      response.on('data', (block: string) => {
        text += block;
      });
      response.on('end', () => {
        JSON.parse(text);
        resolve();
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

const app = new Koa();
app.use(async (ctx) => {
  const blocks: Buffer[] = [];
  for await (const block of ctx.req) blocks.push(block);
  const { variant, values, documents }: Body = JSON.parse(Buffer.concat(blocks).toString('utf8'));
  const key = ctx.path.split('/').at(-1) ?? '';
  const now = new Date();
  const answers = visibleAnswers(studentForm, values, { variant, today: todayAnywhere(now) });
  const offer = toCricosOffer(answers, { offerId: offerIdAt(now, timeZone), now, timeZone });
  await post('/records/api/V1/StudentOffers/Validate', offer, key);
  await post('/records/api/V1/StudentOffers', offer, key);
  await post('/workflow', toWorkflow(offer, answers, { submissionId: key, submittedAt: now.toISOString() }), key);
  const files = await Promise.all(
    documents.map(async ({ uploadId, slot, name }) => ({
      filename: name,
      slot,
      content: (await readFile(path.join(uploads, uploadId))).toString('base64'),
    })),
  );
  const subject = `${answers.firstName} ${answers.familyName} Material Upload`;
  await post('/files', { subject, offerId: offer.OfferId, submissionId: key, files }, key);
  ctx.body = { id: key, status: 'processed' };
});
const server = http.createServer(app.callback()).listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
