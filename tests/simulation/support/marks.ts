/** Every answer, file name and document of a simulated person says whose it is, so that all of it can be found again. */

export interface DocumentMark {
  readonly applicant: string;
  readonly slot: string;
  /** Which of the files that this person had for that slot. */
  readonly file: string;
}

const LETTERS = 'bcdfghjkmn';
/** A number in letters, since names have no digits. */
export const letters = (number: number): string =>
  Array.from(String(number), (digit) => LETTERS[Number(digit)]).join('');

/** A mark in every personal value, and nowhere else. */
export const PERSONAL = /quill|995507731/i;
/** A mark in every secret and in every address of the outside. */
export const SECRET = /s3cret|records\.sim|flows\.sim/i;

/** A family name that says who it is, and of which version of their application. */
export const familyName = (applicant: string, revision: string): string => `Quill${applicant}x${revision}`;

/** Whose, and of which version, what was sent is. */
export function markIn(body: string): { readonly applicant: string; readonly revision: string } {
  const [, applicant = '', revision = ''] = /Quill([b-n]+)x([b-n]+)/.exec(body) ?? [];
  return { applicant, revision };
}

/** A PDF that says whose it is. */
export function documentBytes({ applicant, slot, file }: DocumentMark, size: number): Buffer {
  const head = `%PDF-1.4\n%Quill-document ${applicant} ${slot} ${file}\n`;
  return Buffer.from(head.padEnd(size, '.'), 'latin1');
}

const DOCUMENT = /%Quill-document (\S+) (\S+) (\S+)\n/g;

/** The documents in what was sent, in order. */
export function documentsIn(service: string, body: string): readonly DocumentMark[] {
  const text = service === 'file-workflow' ? decodedFiles(body) : body;
  return [...text.matchAll(DOCUMENT)].map(([, applicant = '', slot = '', file = '']) => ({ applicant, slot, file }));
}

function decodedFiles(body: string): string {
  const { files } = JSON.parse(body) as { readonly files: readonly { readonly content: string }[] };
  return files.map(({ content }) => Buffer.from(content, 'base64').toString('latin1')).join('\n');
}
