import { PDFDocument, type SecurityOptions, StandardFonts } from '@cantoo/pdf-lib';

/** Points of a sheet of A4. */
export const A4 = { width: 595, height: 842 };

const LINES = Array.from(
  { length: 30 },
  (_, row) => `${row + 1}. The holder attended the lessons and passed the exam.`,
);

interface TextPdf {
  /** The heading of each page, and with it how many there are. */
  readonly headings?: readonly string[];
  readonly security?: SecurityOptions;
  /** Quarter turns clockwise that the page says it is to be turned. */
  readonly turns?: number;
}

/** A PDF of written pages, as a program saves it. */
export async function makeTextPdf({ headings = ['Certificate'], security }: TextPdf = {}): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const heading of headings) {
    const page = pdf.addPage([A4.width, A4.height]);
    page.drawText(heading, { x: 60, y: 760, size: 24, font });
    page.drawText(LINES.join('\n'), { x: 60, y: 700, size: 11, lineHeight: 18, font });
  }
  if (security) pdf.encrypt(security);
  return Buffer.from(await pdf.save({ useObjectStreams: false }));
}
