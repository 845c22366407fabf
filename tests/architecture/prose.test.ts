import { expect, test } from 'vitest';
import { HABITS, tooFrequent } from '../../build/check-prose.ts';
import { sentencesIn, tooLong, wordsOf } from '../../build/screen-texts.ts';

test('a phrase above its limit is reported with a better one', () => {
  const habits = [{ phrase: 'goes on', limit: 1, instead: 'continues' }];
  expect(tooFrequent(['It goes on.', 'bongoes one'], habits)).toEqual([]);
  expect(tooFrequent(['It goes on.', 'Goes on, goes on.'], habits)).toEqual([
    '"goes on": 3 times, at most 1. Write: continues.',
  ]);
});

test('each limit has a unique phrase and a better one', () => {
  expect(new Set(HABITS.map(({ phrase }) => phrase)).size).toBe(HABITS.length);
  for (const { instead } of HABITS) expect(instead).not.toBe('');
});

const WORDS = 'one two three four five six seven eight nine ten';

test('a screen sentence of more than twenty words is reported, unless the specification has it', () => {
  const source = `export const A = () => <p>${WORDS} <b>${WORDS}</b> more. Short.</p>;`;
  const sentence = `${WORDS} ${WORDS} more.`;
  expect(tooLong('a.tsx', source, '')).toEqual([sentence]);
  expect(tooLong('a.tsx', source, `the screen says: ${sentence}`)).toEqual([]);
  expect(tooLong('a.tsx', `export const A = () => <p>${WORDS} <b>${WORDS}</b>. Short.</p>;`, '')).toEqual([]);
});

test('the sentences of the screen are found in elements, templates, attributes and sums of texts', () => {
  const source = `
    import { x } from 'not a sentence';
    const a = \`You have \${count} files. Choose fewer.\`;
    const b = 'First ' + 'half. Second half';
    const c = <ul title="A title"><li>One item</li><li>Another <Verbatim>{name}</Verbatim> item</li></ul>;`;
  expect(sentencesIn('a.tsx', source).map((sentence) => sentence.trim())).toEqual(
    expect.arrayContaining([
      'You have □ files.',
      'Choose fewer.',
      'First half.',
      'Second half',
      'A title',
      'One item',
      'Another □ item',
    ]),
  );
  expect(wordsOf('You have □ files of 100 MB.')).toBe(6);
});
