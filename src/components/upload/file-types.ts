/** Media type to file name endings, as react-dropzone takes them. */
export type AcceptedTypes = Readonly<Record<string, readonly string[]>>;

export const PDF_ONLY: AcceptedTypes = { 'application/pdf': ['.pdf'] };

/** What the generic upload control takes when nothing else is said (spec §5 "Files", §9). */
export const GENERIC_TYPES: AcceptedTypes = {
  'application/pdf': ['.pdf'],
  'application/msword': ['.doc'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
};
export const GENERIC_MAX_BYTES = 10_485_760;
export const GENERIC_MAX_FILES = 5;

/** The endings of a set of types, for people: `['.pdf', '.doc', …]`. */
export const endingsOf = (types: AcceptedTypes): readonly string[] => Object.values(types).flat();

const SYSTEM_FILES: ReadonlySet<string> = new Set(['.DS_Store', 'Thumbs.db']);

/** Files that operating systems leave in folders; they are passed over without a word (spec §5 "Files"). */
export const isSystemFile = (file: { readonly name: string }): boolean => SYSTEM_FILES.has(file.name);
