/** Identifies the person in every answer, file name and document, so that checks can find all of them. */

export interface DocumentMark {
  readonly applicant: string;
  readonly slot: string;
  /** Which of the person's files for that slot it is. */
  readonly file: string;
}

const LETTERS = 'bcdfghjkmn';
/** A number in letters, because names have no digits. */
export const letters = (number: number): string =>
  Array.from(String(number), (digit) => LETTERS[Number(digit)]).join('');

/** A mark in every personal value, and nowhere else. */
export const PERSONAL = /quill|995507731/i;
/** A mark in every secret and in every address of an outside service. */
export const SECRET = /s3cret|records\.sim|flows\.sim/i;

/** A family name with the person and the version of their application. */
export const familyName = (applicant: string, revision: string): string => `Quill${applicant}x${revision}`;

/** The person and the version of a sent body. */
export function markIn(body: string): { readonly applicant: string; readonly revision: string } {
  const [, applicant = '', revision = ''] = /Quill([b-n]+)x([b-n]+)/.exec(body) ?? [];
  return { applicant, revision };
}

/** A PDF with its person, slot and file. */
export function documentBytes({ applicant, slot, file }: DocumentMark, size: number): Buffer {
  const head = `%PDF-1.4\n%Quill-document ${applicant} ${slot} ${file}\n`;
  return Buffer.from(head.padEnd(size, '.'), 'latin1');
}

const DOCUMENT = /%Quill-document (\S+) (\S+) (\S+)\n/g;

/** The documents in a sent body, in order. */
export function documentsIn(service: string, body: string): readonly DocumentMark[] {
  const text = service === 'file-workflow' ? decodedFiles(body) : body;
  return [...text.matchAll(DOCUMENT)].map(([, applicant = '', slot = '', file = '']) => ({ applicant, slot, file }));
}

function decodedFiles(body: string): string {
  const { files } = JSON.parse(body) as { readonly files: readonly { readonly content: string }[] };
  return files.map(({ content }) => Buffer.from(content, 'base64').toString('latin1')).join('\n');
}
