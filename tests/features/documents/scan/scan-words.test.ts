import { expect, test } from 'vitest';
import {
  BeyondLimit,
  EngineGone,
  UnreadableFile,
  UnreadablePdf,
  UnreadablePicture,
} from '#features/documents/scan/scan-engine.ts';
import { unreadableWords } from '#features/documents/scan/scan-words.ts';

test.each([
  ['a photo of too many pixels', new BeyondLimit('pixels'), 'a.jpg', /more than 100 megapixels.*save it smaller/],
  ['a PDF of too many pages', new BeyondLimit('pages'), 'a.pdf', /more than 60 pages.*Save the pages that are needed/],
  ['a PDF with a password', new UnreadablePdf('encrypted'), 'a.pdf', /password.*Save it without one/],
  ['a damaged PDF', new UnreadablePdf('broken'), 'a.pdf', /damaged.*Save or download it again/],
  ['a PDF with a page of too many pixels', new BeyondLimit('pictures'), 'a.pdf', /too large to be shown here.*300 dpi/],
  [
    'a PDF with a page that cannot be drawn',
    new UnreadablePdf('undrawable'),
    'a.pdf',
    /cannot be shown here.*the PDF itself/,
  ],
  ['a PDF whose decoder did not come', new EngineGone('no wasm'), 'a.pdf', /cannot be shown here now.*the PDF itself/],
  ['a photo whose engine did not come', new EngineGone('no script'), 'a.jpg', /not lost: try again/],
  ['a HEIC that this browser does not know', new UnreadablePicture(), 'a.heic', /HEIC.*Save the photo as JPEG/],
  ['what is no photo', new UnreadablePicture(), 'a.jpg', /could not be read as a photo.*Add a JPEG, PNG or WebP/],
  [
    'a photo that is gone',
    new UnreadableFile(),
    'a.jpg',
    /could not be read.*moved, deleted or changed.*choose it again/,
  ],
  ['a file that the device did not give', new Error('no disk'), 'a.jpg', /not lost: try again/],
])('whoever adds %s reads why it has no page, and what to do', (_what, failure, name, words) =>
  expect(unreadableWords(failure, name)).toMatch(words),
);
