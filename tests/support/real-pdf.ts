import { deflateSync } from 'node:zlib';
import {
  concatTransformationMatrix,
  degrees,
  drawObject,
  PDFDocument,
  PDFName,
  PDFRawStream,
  popGraphicsState,
  pushGraphicsState,
  type SecurityOptions,
  StandardFonts,
  TextRenderingMode,
} from '@cantoo/pdf-lib';

/** An A4 sheet in points. */
const A4 = { width: 595, height: 842 };

const LINES = Array.from(
  { length: 30 },
  (_, row) => `${row + 1}. The holder attended the lessons and passed the exam.`,
);

interface TextPdf {
  /** The heading of each page; their number is the number of pages. */
  readonly headings?: readonly string[];
  readonly security?: SecurityOptions;
  /** The rotation of the pages in degrees. */
  readonly rotate?: number;
  /** The size of each page, in points. */
  readonly size?: { readonly width: number; readonly height: number };
}

/** A PDF with pages of text, as a program saves it. */
export async function makeTextPdf({
  headings = ['Certificate'],
  security,
  rotate = 0,
  size = A4,
}: TextPdf = {}): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const heading of headings) {
    const page = pdf.addPage([size.width, size.height]);
    page.setRotation(degrees(rotate));
    page.drawText(heading, { x: 60, y: size.height - 82, size: 24, font });
    page.drawText(LINES.join('\n'), { x: 60, y: size.height - 142, size: 11, lineHeight: 18, font });
  }
  if (security) pdf.encrypt(security);
  return Buffer.from(await pdf.save({ useObjectStreams: false }));
}

/** What a scanner recorded: four bytes per pixel. */
interface Scan {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

type Added = 'text field' | 'signature field' | 'print' | 'recognized';

/**
 * A PDF whose pages are only pictures, as a scanner writes it. `size` is the page size in points. `added` is what was
 * added later: a field, print over the pictures, or text that a scanner recognized.
 */
export async function makeScanPdf(scans: readonly Scan[], size = A4, added?: Added): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  for (const { data, width, height } of scans) {
    const colours = new Uint8Array(width * height * 3);
    for (let pixel = 0; pixel < width * height; pixel += 1)
      for (let colour = 0; colour < 3; colour += 1) colours[pixel * 3 + colour] = data[pixel * 4 + colour] ?? 0;
    const image = pdf.context.flateStream(colours, {
      Type: 'XObject',
      Subtype: 'Image',
      Width: width,
      Height: height,
      ColorSpace: 'DeviceRGB',
      BitsPerComponent: 8,
    });
    const page = pdf.addPage([size.width, size.height]);
    const name = page.node.newXObject('Scan', pdf.context.register(image));
    page.pushOperators(...placed(size), drawObject(name), popGraphicsState());
    if (added === 'print') page.drawText('Certificate', { x: 20, y: 20, size: 12 });
    if (added === 'recognized')
      page.drawText('Certificate', { x: 20, y: 20, size: 12, renderMode: TextRenderingMode.Invisible });
  }
  if (added === 'text field') pdf.getForm().createTextField('name').addToPage(pdf.getPage(0));
  if (added === 'signature field') sign(pdf);
  return Buffer.from(await pdf.save({ useObjectStreams: false }));
}

/** Adds an invisible signature, as programs do; its content does not matter here. */
function sign({ context, catalog }: PDFDocument): void {
  const field = context.obj({ FT: 'Sig', Type: 'Annot', Subtype: 'Widget', Rect: [0, 0, 0, 0], V: { Type: 'Sig' } });
  catalog.set(PDFName.of('AcroForm'), context.obj({ SigFlags: 3, Fields: [context.register(field)] }));
}

const placed = ({ width, height }: { readonly width: number; readonly height: number }) => [
  pushGraphicsState(),
  concatTransformationMatrix(width, 0, 0, height, 0, 0),
];

/** A PDF of one page with a black and white picture, in the encoding that `filter` names. */
async function makePicturePdf(data: Uint8Array, width: number, height: number, filter: object): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const dictionary = pdf.context.obj({
    Type: 'XObject',
    Subtype: 'Image',
    ColorSpace: 'DeviceGray',
    BitsPerComponent: 1,
    Width: width,
    Height: height,
    ...filter,
  });
  const page = pdf.addPage([A4.width, A4.height]);
  const name = page.node.newXObject('Scan', pdf.context.register(PDFRawStream.of(dictionary, data)));
  page.pushOperators(...placed(A4), drawObject(name), popGraphicsState());
  return Buffer.from(await pdf.save({ useObjectStreams: false }));
}

/** A letter with a stamp, as PDF readers add it: a picture that is large in a small frame. */
export async function makeStampedPdf(): Promise<Buffer> {
  const pdf = await PDFDocument.load(await makeTextPdf());
  const { context } = pdf;
  const side = 400;
  const picture = context.flateStream(new Uint8Array(side * side).fill(90), {
    Type: 'XObject',
    Subtype: 'Image',
    Width: side,
    Height: side,
    ColorSpace: 'DeviceGray',
    BitsPerComponent: 8,
  });
  const drawing = context.stream('800 0 0 800 0 0 cm /Stamp Do', {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, 800, 800],
    Resources: { XObject: { Stamp: context.register(picture) } },
  });
  const stamp = context.obj({
    Type: 'Annot',
    Subtype: 'Stamp',
    F: 4,
    Rect: [380, 60, 500, 180],
    AP: { N: context.register(drawing) },
  });
  pdf.getPage(0).node.addAnnot(context.register(stamp));
  return Buffer.from(await pdf.save({ useObjectStreams: false }));
}

/** One or two kilobytes that become a striped picture of `side` by `side` pixels. */
export function makeHugePdf(side: number): Promise<Buffer> {
  const stripes = Buffer.alloc((side / 8) * side, Buffer.from([0xff, 0xff, 0x00, 0x0f]));
  return makePicturePdf(deflateSync(deflateSync(stripes)), side, side, { Filter: ['FlateDecode', 'FlateDecode'] });
}

/** A fax of an empty sheet, as an office scanner writes black and white. It needs a separate decoder. */
export function makeFaxPdf(): Promise<Buffer> {
  const [width, height] = [1700, 2200];
  // Each bit means that a line is as white as the previous one.
  const white = Buffer.alloc(Math.ceil(height / 8), 0xff);
  const filter = { Filter: 'CCITTFaxDecode', DecodeParms: { K: -1, Columns: width, Rows: height } };
  return makePicturePdf(white, width, height, filter);
}

/** A page whose upper half is white and whose lower half is black, in JBIG2, as office scanners write it. */
export function makeJbig2Pdf(): Promise<Buffer> {
  const [width, height] = [1700, 2192];
  const numbers = (...values: readonly number[]) => Buffer.from(new Uint32Array(values).buffer).swap32();
  const segment = (number: number, type: number, data: Buffer) =>
    Buffer.concat([numbers(number), Buffer.from([type, 0, 1]), numbers(data.length), data]);
  // The page is black. A region without a shade replaces its upper half: each bit is a white line, as in a fax.
  const page = Buffer.concat([numbers(width, height, 0, 0), Buffer.from([0b100, 0, 0])]);
  const lines = Buffer.concat([Buffer.alloc(height / 16, 0xff), Buffer.from([0x00, 0x10, 0x01])]);
  const region = Buffer.concat([numbers(width, height / 2, 0, 0), Buffer.from([4, 1]), lines]);
  const data = Buffer.concat([segment(0, 48, page), segment(1, 38, region)]);
  return makePicturePdf(data, width, height, { Filter: 'JBIG2Decode' });
}

/** The same as 32 by 44 grey pixels in JPEG 2000, written once by `opj_compress` 2.5.0. */
export const makeJpxPdf = (): Promise<Buffer> =>
  makePicturePdf(Buffer.from(HALF_BLACK_JP2, 'base64'), 32, 44, { Filter: 'JPXDecode', BitsPerComponent: 8 });

const HALF_BLACK_JP2 = [
  'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAALAAAACAAAQcHAAAAAAAPY29scgEAAAAAABEAAADyan',
  'AyY/9P/1EAKQAAAAAAIAAAACwAAAAAAAAAAAAAACAAAAAsAAAAAAAAAAAAAQcBAf9SAAwAAAABAAAEBAAB/1wABEBA/2QAJQABQ3JlYXRlZCBi',
  'eSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS4w/5AACgAAAAAAgAAB/5PPtbwUAFyv/hmgPzoytAiGzoIovBMSk5znOc5znOc5znOc50jMS/6s+AAAAA',
  'DCQl/+5HgAREiDO85t3rUpOc5znOc5znOc5znOkZiX/VnwAAAAAYSEv+oYoVEd5zbvWpSc5znOc5znOc5znOc6RmJf/3//2Q==',
].join('');

/** A PDF whose only page is missing. */
export const makePagelessPdf = (): Buffer =>
  Buffer.from(
    [
      '%PDF-1.7',
      '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
      '2 0 obj<</Type/Pages/Kids[9 0 R]/Count 1>>endobj',
      'trailer<</Size 3/Root 1 0 R>>',
      'startxref',
      '0',
      '%%EOF',
    ].join('\n'),
  );

/** A one-page PDF with one line of text and these additional catalog entries. */
const withCatalog = (catalog: string, words: string): Buffer => {
  const content = `BT /F 14 Tf 72 700 Td (${words}) Tj ET`;
  return Buffer.from(
    [
      '%PDF-1.7',
      `1 0 obj<</Type/Catalog/Pages 2 0 R${catalog}>>endobj`,
      '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
      '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 4 0 R>>>>/Contents 5 0 R>>endobj',
      '4 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj',
      `5 0 obj<</Length ${content.length}>>stream`,
      content,
      'endstream endobj',
      '6 0 obj<</Length 5>>stream',
      '<xdp>',
      'endstream endobj',
      'trailer<</Size 7/Root 1 0 R>>',
      'startxref',
      '0',
      '%%EOF',
    ].join('\n'),
  );
};

/** A dynamic XFA form. Programs other than Adobe's show its page, which has these words. */
export const makeXfaPdf = (words: string): Buffer => withCatalog('/AcroForm<</Fields[]/XFA 6 0 R>>', words);

/** A portfolio: a cover page with other files inside. */
export const makePortfolioPdf = (): Buffer => withCatalog('/Collection<</View/D>>', 'Cover');
