import { expect, test } from 'vitest';
import {
  BeyondLimit,
  EngineGone,
  ReadingUnfinished,
  UnreadableFile,
  UnreadablePdf,
  UnreadablePicture,
} from '#features/documents/scan/scan-engine.ts';
import { unreadableWords } from '#features/documents/scan/scan-words.ts';

test.each([
  [
    'a photo of too many pixels',
    new BeyondLimit('pixels'),
    'a.jpg',
    /more than 100 megapixels.*Make the picture smaller/,
  ],
  ['a PDF of too many pages', new BeyondLimit('pages'), 'a.pdf', /more than 60 pages.*Save the pages that you need/],
  ['a PDF with a password', new UnreadablePdf('encrypted'), 'a.pdf', /password.*Save the PDF without a password/],
  ['a damaged PDF', new UnreadablePdf('broken'), 'a.pdf', /damaged.*Save or download it again/],
  ['a PDF with a page of too many pixels', new BeyondLimit('pictures'), 'a.pdf', /too large.*300 dpi/],
  [
    'a PDF with a page that cannot be drawn',
    new UnreadablePdf('undrawable'),
    'a.pdf',
    /cannot show a page.*attach the PDF/,
  ],
  ['a PDF whose decoder did not come', new EngineGone('no wasm'), 'a.pdf', /cannot show this PDF now.*attach the PDF/],
  ['a photo whose engine did not come', new EngineGone('no script'), 'a.jpg', /not lost\. Try again/],
  ['what is no photo', new UnreadablePicture(), 'a.jpg', /could not read this photo.*Add a JPEG, PNG, WebP or HEIC/],
  [
    'a photo that ended the page',
    new ReadingUnfinished(),
    'a.jpg',
    /closed while it read this photo.*add a smaller one/,
  ],
  ['a photo that is gone', new UnreadableFile(), 'a.jpg', /could not read this file.*choose it again/],
  ['a file that the device did not give', new Error('no disk'), 'a.jpg', /not lost\. Try again/],
])('a person who adds %s reads why it has no page, and what to do', (_what, failure, name, words) =>
  expect(unreadableWords(failure, name)).toMatch(words),
);
