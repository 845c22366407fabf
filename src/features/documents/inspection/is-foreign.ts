/*
 * Whether the text of a document is in another language than English: by its script, and by the small words that every
 * English sentence has. A scan has no text, and nothing is said of it. A page in English beside pages in another language
 * may be their translation.
 */

/** Words of nearly every English text, few of which another language has. Forms and tables have fewer of them. */
const ENGLISH = new Set(
  'the of and to in is for that with on this as by at from are be was or has have been not an it which will you your'.split(
    ' ',
  ),
);
/** The same in the languages of Latin script that applicants write most. A word that English has too is left out. */
const OTHERS = new Set(
  (
    'de la el los las del que en por para con una un se su al como mas fue esta ' +
    'da do das dos em um uma para com nao os na no pela pelo ' +
    'le les des du une dans pour qui est sur avec par aux ' +
    'der die das und den von zu mit ist im dem auf fur nicht ein eine ' +
    'dan yang di ke dari untuk dengan pada ini itu adalah oleh tidak ' +
    'va cua la co trong cho cac nguoi duoc ngay thang nam mot khong ' +
    'ng sa ang mga ay ni kay na para ' +
    've bir ile icin olan bu ' +
    'il di che e per una con del della'
  ).split(' '),
);
for (const word of ENGLISH) OTHERS.delete(word);

/** Fewer letters say nothing: a stamp, a heading, a name. */
const LEAST_LETTERS = 80;
/** A part of the letters. Names of people and places may have their own script on English pages, too. */
const OTHER_SCRIPT = 0.4;
const LEAST_SMALL_WORDS = 8;

type Language = 'english' | 'other' | undefined;

/** The language of a page. Undefined if its text does not show it. */
function languageOf(text: string): Language {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters < LEAST_LETTERS) return undefined;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (letters - latin > OTHER_SCRIPT * letters) return 'other';
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/[đĐ]/g, 'd').toLowerCase();
  const words = plain.match(/\p{L}+/gu) ?? [];
  const english = words.filter((word) => ENGLISH.has(word)).length;
  const other = words.filter((word) => OTHERS.has(word)).length;
  if (english >= other) return english >= LEAST_SMALL_WORDS / 2 ? 'english' : undefined;
  return other >= LEAST_SMALL_WORDS && other > 3 * english ? 'other' : undefined;
}

/** Whether a document has text in another language and no page in English. */
export function isForeign(pages: readonly string[]): boolean {
  const languages = pages.map(languageOf);
  return languages.includes('other') && !languages.includes('english');
}
