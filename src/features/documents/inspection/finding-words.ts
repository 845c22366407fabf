import { LANGUAGE } from '#domain/institute.ts';
import type { Finding, Flaw } from './inspection.ts';

interface Words {
  /** What is wrong. `where` names the pages: 'Page 2', or 'This document' for all of them. */
  readonly title: (where: string, many: boolean) => string;
  /** What to do about it. */
  readonly advice: string;
}

const PRINT_IT = "Open it, choose Print and then 'Save as PDF'. Attach the new file.";

const WORDS: Readonly<Record<Flaw, Words>> = {
  password: {
    title: () => 'This PDF has a password',
    advice:
      'The college cannot open this PDF. Enter its password to attach a copy without one. We make the copy on this device, and we do not send the password.',
  },
  placeholder: {
    title: () => "This PDF shows only 'Please wait'",
    advice: 'Only Adobe Reader shows this form. Open it there, print it to PDF, and attach the new file.',
  },
  portfolio: {
    title: () => 'This PDF is a cover with other files inside',
    advice: 'The college may see only the cover. Save the files inside, and attach the one that belongs here.',
  },
  'cut-off': {
    title: () => 'The end of this file is missing',
    advice:
      'A download or a copy may have stopped too early. Get the file again, look at its last page, and attach it again.',
  },
  broken: {
    title: () => 'We cannot open this PDF',
    advice: `Perhaps the college cannot open this PDF either. ${PRINT_IT}`,
  },
  'no-pages': {
    title: () => 'This PDF has no pages',
    advice: 'Save or scan your document again, and attach the new file.',
  },
  unseen: {
    title: (where) => `We cannot show ${where.toLowerCase()}`,
    advice:
      'The file may be damaged, or too large for this device. Open the file, and look at each page, before you send it.',
  },
  unfinished: {
    title: () => 'We could not check this document',
    advice:
      'The file may be too large for this device. We will still send it. Open the file, and look at each page, before you send it.',
  },
  blank: {
    title: (where, many) => `${where} ${many ? 'are' : 'is'} blank`,
    advice: 'The page looks empty. Check the file, or scan it again.',
  },
  grey: {
    title: (where, many) => `${where} ${many ? 'have' : 'has'} no colour`,
    advice: 'The college asks for colour copies. If the original has colours, scan it in colour.',
  },
  'upside-down': {
    title: (where, many) => `${where} ${many ? 'seem' : 'seems'} to be upside down`,
    advice: 'Turn the page and save the file, or scan it again.',
  },
  blurred: {
    title: (where, many) => `${where} ${many ? 'are' : 'is'} blurred`,
    advice: 'If you cannot read every word, photograph or scan it again and hold the camera still.',
  },
  dark: {
    title: (where, many) => `${where} ${many ? 'are' : 'is'} very dark`,
    advice: 'If you cannot read every word, photograph or scan it again in brighter light.',
  },
  tiny: {
    title: (where, many) => `${where} ${many ? 'are' : 'is'} very small`,
    advice: 'Some letters may be too small to read. Scan it again at 200 dpi, or photograph it from closer.',
  },
};

const LIST = new Intl.ListFormat(LANGUAGE, { type: 'conjunction' });

/** 'Page 2', 'Pages 2 and 3', or 'This document' for all of its pages. */
function placeOf(pages: readonly number[], pageCount: number): string {
  if (pages.length === 0 || pages.length >= pageCount) return 'This document';
  return `${pages.length === 1 ? 'Page' : 'Pages'} ${LIST.format(pages.map(String))}`;
}

/** A finding in words: what is wrong, and what to do about it. */
export function wordsOf(
  { flaw, pages }: Finding,
  pageCount: number,
): { readonly title: string; readonly advice: string } {
  const { title, advice } = WORDS[flaw];
  const isAll = pages.length >= pageCount;
  return { title: title(placeOf(pages, pageCount), pages.length > 1 && !isAll), advice };
}
