import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The words on printed pages. */
interface Paper {
  /** The words of each page; repeated spaces count as one. */
  readonly pages: readonly string[];
  /** The words of all pages. */
  readonly text: string;
  /** Words beyond the edges of their page. */
  readonly beyond: readonly string[];
}

/** Reads a PDF. Throws if it is not a PDF. */
export async function readPaper(pdf: Buffer): Promise<Paper> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const pages: string[] = [];
  const beyond: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
    const { items } = await page.getTextContent();
    const words = items.flatMap((item) => ('str' in item ? [item] : []));
    for (const { str, transform, width, height } of words) {
      const [x = 0, y = 0]: readonly number[] = transform.slice(4);
      const isOn = x >= left && x + width <= right && y >= bottom && y + height <= top;
      if (str.trim() !== '' && !isOn) beyond.push(str);
    }
    pages.push(flat(words.map(({ str, hasEOL }) => (hasEOL ? `${str} ` : str)).join('')));
  }
  return { pages, text: flat(pages.join(' ')), beyond };
}

const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();
