import { expect, test } from 'vitest';
import { isForeign } from '#features/documents/inspection/is-foreign.ts';
import { readZone } from '#features/passport/zone.ts';
import { preflight } from '#features/preflight/checks.ts';
import { RULES } from '#features/preflight/rules.ts';
import { CORPUS_DAY, makeCorpus } from './corpus.ts';

const QUALIFICATIONS = { slot: 'academicQualifications', label: 'Academic Qualifications' };
const today = { earliest: CORPUS_DAY, latest: CORPUS_DAY };

/** How many planted faults are found, and in how many applications something else is called a fault. */
function measure(seed?: number) {
  const corpus = makeCorpus(200, seed).map(({ answers, pages, zone, planted }) => {
    const passport = zone && readZone(zone, CORPUS_DAY);
    const rules = preflight({ answers, today, passport, foreign: isForeign(pages) ? [QUALIFICATIONS] : [] }).map(
      ({ rule }) => rule,
    );
    return {
      planted,
      isFound: planted !== undefined && rules.includes(planted),
      others: rules.filter((rule) => rule !== planted),
    };
  });
  const planted = corpus.filter((one) => one.planted !== undefined);
  const missed = planted.filter(({ isFound }) => !isFound);
  const alarmed = corpus.filter(({ others }) => others.length > 0);
  return { planted: planted.length, missed, alarmed, all: corpus.length };
}

test('of 200 made-up applications, half of them with one fault, nine faults in ten are found, and one in twenty is alarmed about wrongly at most', () => {
  const { planted, missed, alarmed, all } = measure();
  process.stdout.write(
    `preflight: ${planted - missed.length} of ${planted} planted faults found; false alarms in ${alarmed.length} of ${all} applications\n`,
  );
  expect(planted).toBe(100);
  expect(missed.length).toBeLessThanOrEqual(planted / 10);
  expect(alarmed.length).toBeLessThanOrEqual(all / 20);
});

test('every rule names its source, and the day on which it was read, or that it was not', () => {
  for (const [name, { source, checked }] of Object.entries(RULES)) {
    expect(source, name).not.toBe('');
    expect(checked, name).toMatch(/^(?:not checked|\d{4}-\d\d-\d\d)$/);
    if (source.startsWith('Practice')) expect(checked, name).toBe('not checked');
  }
});
