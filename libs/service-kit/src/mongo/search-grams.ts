import { foldForSearch } from '@docfolio/contracts/core/search-fold';

// "Contains" search on an ordinary index: a record stores the trigrams of its searched text, folded as searches are, and,
// marked with `^`, the first one and two characters of each word, for searches too short for a trigram. In scripts
// without spaces between words each character is the start of one.

/** Raise it with each change of `foldForSearch` or of the grams: stored records are then rebuilt at the next start. */
export const searchRevision = 2;

/** Separates fields, so that no search matches across two. */
const separator = '\0';
const wordStart = '^';
const gramLength = 3;
/** Scripts without spaces between words, and Korean, whose names have none between family and given name. */
const wordless = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;

/** Joins texts and lists of texts, folded, to the text that searches are matched against. */
export function searchText(fields: readonly unknown[]): string {
  return fields
    .flat()
    .filter((field) => typeof field === 'string' && field !== '')
    .map((field) => foldForSearch(String(field)))
    .filter((field) => field !== '')
    .join(separator);
}

export function gramsOfText(text: string): string[] {
  const grams = new Set<string>();
  for (const field of text.split(separator)) {
    const characters = [...field];
    for (let at = 0; at < characters.length; at++) {
      if (at + gramLength <= characters.length) grams.add(characters.slice(at, at + gramLength).join(''));
      if (!startsWord(characters, at)) continue;
      grams.add(wordStart + characters[at]);
      if (at + 1 < characters.length) grams.add(wordStart + characters[at]! + characters[at + 1]!);
    }
  }
  return [...grams];
}

/** Returns the grams of each match: trigrams, or one word start for a search under three characters. */
export function gramsOfSearch(search: string): string[] {
  const characters = [...foldForSearch(search)];
  if (characters.length < gramLength) return [wordStart + characters.join('')];
  const grams = characters
    .slice(0, 1 - gramLength + characters.length)
    .map((_, at) => characters.slice(at, at + gramLength).join(''));
  return [...new Set(grams)];
}

/** Returns a pattern to match `search_text` with; undefined for a search under three characters, whose gram decides. */
export function containsPattern(search: string): RegExp | undefined {
  const folded = foldForSearch(search);
  if ([...folded].length < gramLength) return undefined;
  return new RegExp(folded.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
}

function startsWord(characters: readonly string[], at: number): boolean {
  const before = characters[at - 1];
  const character = characters[at]!;
  if (before === undefined || !isWord(before) || !isWord(character)) return true;
  return wordless.test(character) || wordless.test(before);
}

function isWord(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}
