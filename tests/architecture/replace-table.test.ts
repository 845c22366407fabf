import { expect, test } from 'vitest';
import { replaceTable } from '../../build/replace-table.ts';

const OLD = '| stage | answer |\n| --- | --- |\n| one | 1 |\n| two | 2 |';
const NEW = '| stage | answer |\n| --- | --- |\n| one | 10 |';
const OTHER = '| stage | answer | test |\n| --- | --- | --- |\n| one | 1 | a |';

test.each([
  ['between other texts', `# Page\n\n${OLD}\n\nMore.\n`, `# Page\n\n${NEW}\n\nMore.\n`],
  ['at the end of a page', `# Page\n\n${OLD}\n`, `# Page\n\n${NEW}\n`],
  ['beside another table', `${OTHER}\n\n${OLD}\n\n${OTHER}\n`, `${OTHER}\n\n${NEW}\n\n${OTHER}\n`],
  ['that is the same', `# Page\n\n${NEW}\n`, `# Page\n\n${NEW}\n`],
])('a table is replaced %s', (_place, before, after) => {
  expect(replaceTable(before, NEW)).toBe(after);
});

test('a page without the table is an error', () => {
  expect(() => replaceTable(`# Page\n\n${OTHER}\n`, NEW)).toThrow('no table that begins with: | stage | answer |');
});
