import type { Page } from 'playwright-core';

/** A task or a mark in a trace; times are in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** The part of `dur` in which the thread itself ran. */
  readonly tdur?: number;
}

/** The page's marks (performance.mark) at the start and end of the measured work. */
export interface Marks {
  readonly begins: string;
  readonly ends: string;
}

/**
 * Traces a page during some work. Resolves with the longest task of its main thread between each pair of marks, in
 * milliseconds: nothing else could run for that long. The task with the first mark counts, too.
 */
export async function longestTasks(
  page: Page,
  { begins, ends }: Marks,
  work: () => Promise<unknown>,
): Promise<number[]> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('the page has no browser to trace');
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const of = (name: string) => traceEvents.filter((event) => event.name === name);
  return of(begins).map((begin) => {
    const until = of(ends).find(({ ts }) => ts > begin.ts)?.ts ?? 0;
    const tasks = traceEvents.filter(
      ({ name, pid, tid, ts, dur = 0 }) =>
        /RunTask$/.test(name) && pid === begin.pid && tid === begin.tid && ts + dur > begin.ts && ts < until,
    );
    return Math.max(0, ...tasks.map(({ tdur, dur = 0 }) => tdur ?? dur)) / 1000;
  });
}
