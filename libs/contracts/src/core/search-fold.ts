/** What Unicode does not decompose, and what it equals in a search. */
const equals: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ŋ: 'n', ŧ: 't', ȷ: 'j' },
  ...{ ƶ: 'z', ƀ: 'b', ɓ: 'b', ɖ: 'd', ɗ: 'd', ƒ: 'f', ǥ: 'g', ƙ: 'k', ƴ: 'y', ɨ: 'i', ɵ: 'o', ʉ: 'u' },
  ...{ ə: 'e', ɛ: 'e', ɔ: 'o', ς: 'σ', ґ: 'г', ى: 'ي', ی: 'ي', ک: 'ك', ة: 'ه' },
  ...Object.fromEntries([...'´΄‘’‚‛′‵ʹʻʼʽˈˊˋ՚׳ꞌ'].map((apostrophe) => [apostrophe, "'"])),
  ...Object.fromEntries([...'“”„‟″‶«»״〝〞'].map((quotationMark) => [quotationMark, '"'])),
};
/** These decompose to a space with an accent, or to two apostrophes. */
const beforeDecomposition = /[´΄″‶]/g;
/**
 * Accents of Latin, Greek and Cyrillic letters, and vowel signs of Hebrew and Arabic, but not the marks of が or हि. Then
 * soft hyphens, joiners, marks of direction, and variants of emoji.
 */
const ignored =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670\p{Cf}\p{Variation_Selector}]/gu;
const gap = '\\p{Pd}\\p{Z}−・';
const replaced = new RegExp(`[${Object.keys(equals).join('')}${gap}]`, 'gu');

/**
 * Returns the form of a text in which searches compare: without case and accents, and with one form of apostrophes, quotation
 * marks and widths. Dashes and spaces are the same, several of them are one, and those at the ends do not count.
 */
export function foldForSearch(text: string): string {
  return text
    .replace(/[^\0-\x7f]+/g, foldBeyondAscii)
    .toLowerCase()
    .replace(/`/g, "'")
    .replace(/l·l/g, 'll') // Catalan: col·lecció is also written collecció.
    .replace(/ *[-·\p{Cc}][-· \p{Cc}]*| {2,}/gu, ' ')
    .trim();
}

/** Returns whether one of the texts contains a search, by `foldForSearch`. An empty search is in every text. */
export function matchesSearch(texts: readonly (string | null | undefined)[], search: string): boolean {
  const wanted = foldForSearch(search);
  return texts.some((text) => foldForSearch(text ?? '').includes(wanted));
}

/** By single characters, which are most of them in European languages: saves two thirds of the time. */
const folded: Record<string, string> = {};

function foldBeyondAscii(text: string): string {
  if (text.length > 1) return decompose(text);
  folded[text] ??= decompose(text);
  return folded[text];
}

function decompose(text: string): string {
  const known = (found: string) => equals[found] ?? ' ';
  return text
    .replace(beforeDecomposition, known)
    .normalize('NFKD')
    .toLowerCase()
    .replace(ignored, '')
    .replace(replaced, known)
    .normalize('NFC');
}
