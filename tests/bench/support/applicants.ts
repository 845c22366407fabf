import { type Application, Client } from '#tests/server/support/client.ts';
import { median } from '../figure.ts';
import { processed, rate, send } from './load.ts';

/**
 * All applicants of a round in a separate process. NODES has the addresses, COUNT the number of applications. Answers
 * `upload` when all documents are uploaded, and `submit` with `Submitted`.
 */
export interface Submitted {
  /** Applications per second, from PUT to `processed`. */
  readonly rate: number;
  /** Median, in milliseconds. */
  readonly put: number;
}

/** Applicants with four documents each, at the same time. */
const UPLOADING_AT_ONCE = 4;
const SUBMITTING_AT_ONCE = 30;

const urls = (process.env.NODES ?? '').split(',');
const count = Number(process.env.COUNT);
const urlOf = (index: number) => urls[index % urls.length] ?? '';
const applications: Application[] = [];

async function upload(): Promise<true> {
  applications.length = 0;
  await rate([...Array(count).keys()], UPLOADING_AT_ONCE, async (index) => {
    applications[index] = await new Client(urlOf(index)).student();
  });
  return true;
}

async function submit(): Promise<Submitted> {
  const puts: number[] = [];
  const perSecond = await rate([...applications.entries()], SUBMITTING_AT_ONCE, async ([index, application]) => {
    puts.push(await send(urlOf(index), application));
    await processed(urlOf(index), application.id);
  });
  return { rate: perSecond, put: median(puts) };
}

process.on('message', (message) => {
  void (message === 'upload' ? upload() : submit()).then((answer) => process.send?.(answer));
});
process.send?.(urls.join(','));
