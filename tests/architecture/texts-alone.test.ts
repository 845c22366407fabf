import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { looseTexts } from './support/loose-texts.ts';
import { root, sources } from './support/sources.ts';

/**
 * Browsers translate a page by putting other nodes in the place of its texts. React cannot change, remove or insert
 * beside a text that it no longer finds: the text stays as it was, or the page stops. A text that changes or comes and
 * goes therefore has its own element. `tests/support/watch-texts.ts` finds at run time what this cannot read.
 */

const found = (jsx: string, before = '') =>
  looseTexts('a.tsx', `${before}\nconst a = ${jsx};`).map(({ source }) => source);

describe('a text is found', () => {
  test.each([
    ['that changes beside words', '<p>Draft of {name}</p>', ['{name}']],
    ['that changes beside an element', '<p><b />{nameOf(draft)}</p>', ['{nameOf(draft)}']],
    ['that may be no element', '<p><b />{children}</p>', ['{children}']],
    ['that comes and goes', "<p><b />{isOpen && 'open'}</p>", ["{isOpen && 'open'}"]],
    ['before which an element comes and goes', '<p>{isOpen && <b />}words</p>', ['{isOpen && <b />}']],
    ['of a fragment, which comes and goes with it', '<p>{isOpen && <>words</>}</p>', ['words']],
    [
      'of an element that becomes another with other words',
      'isOpen ? <p>Yes, <b /></p> : <p>No, <b /></p>',
      ['isOpen ? <p>Yes, <b /></p> : <p>No, <b /></p>'],
    ],
  ])('%s', (_title, jsx, loose) => {
    expect(found(jsx)).toEqual(loose);
  });
});

describe('nothing is found', () => {
  test.each([
    ['where a text is alone', "<p>{isOpen ? 'open' : name}</p>"],
    ['where words never change', '<p>Press <kbd>F2</kbd> to {WORDS.choose}</p>'],
    ['where an element comes and goes after words', '<p>Open{isOpen && <b />}</p>'],
    [
      'where only elements and white space stand together',
      "<p>{isOpen && <b />}{' '}{list.map((one) => <i key={one} />)}</p>",
    ],
    [
      'where a condition has a key for each branch',
      '<p>{isOpen ? <i key="a">Yes, <b /></i> : <i key="b">No, <b /></i>}</p>',
    ],
  ])('%s', (_title, jsx) => {
    expect(found(jsx)).toEqual([]);
  });

  test('where a name of the file holds elements, or is declared to', () => {
    const names = `
      interface Props { readonly offer?: Elements; readonly shown: () => Elements }
      const mark = isOpen && <b />;
      const action = (words: string) => <b>{words}</b>;`;
    expect(found('<p><i />{mark}{action(name)}{offer}{props.offer}{shown()}</p>', names)).toEqual([]);
    expect(found('<p><i />{mark}{action(name)}</p>')).toEqual(['{mark}', '{action(name)}']);
  });
});

test('a file that cannot be read is no file without loose texts', () => {
  expect(() => looseTexts('a.tsx', 'const a = <p>;')).toThrow(SyntaxError);
});

test('every text of the pages that changes or comes and goes has its own element', () => {
  const files = sources.filter((file) => file.endsWith('.tsx'));
  expect(files.length).toBeGreaterThan(150);
  const loose = files.flatMap((file) =>
    looseTexts(file, readFileSync(path.join(root, file), 'utf8')).map(
      ({ line, source }) => `${file}:${line} ${source}`,
    ),
  );
  expect(loose).toEqual([]);
});

test('codes, names of files and keys of a keyboard say that they must not be translated', () => {
  const open = sources
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => [...readFileSync(path.join(root, file), 'utf8').matchAll(/<(?:code|kbd)\b[^>]*>/g)].map(String));
  expect(open.length).toBeGreaterThan(5);
  expect(open.filter((tag) => !tag.includes('translate="no"'))).toEqual([]);
});
