/**
 * Search by "contains", case-insensitive, on an ordinary index: a record keeps the trigrams of its searched fields,
 * and the start (one and two characters, marked `^`) of each of its words for searches too short for a trigram.
 */

/** Between fields, so that no search matches across two of them: neither a field nor a search may contain it. */
const separator = '\0';
const wordStart = '^';
const gramLength = 3;

/** The text that a search is compared with. A field with several texts is as many fields. */
export function searchText(fields: readonly unknown[]): string {
  return fields
    .flat()
    .filter((field) => typeof field === 'string' && field !== '')
    .map((field) => fold(String(field)))
    .join(separator);
}

/** What a record's `search_grams` are. @param text of `searchText` */
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

/** The grams that every match of a search has. One gram of a short search is the search itself. */
export function gramsOfSearch(search: string): string[] {
  const characters = [...fold(search)];
  if (characters.length < gramLength) return [wordStart + characters.join('')];
  const grams = characters
    .slice(0, 1 - gramLength + characters.length)
    .map((_, at) => characters.slice(at, at + gramLength).join(''));
  return [...new Set(grams)];
}

/** Matches a `search_text` that contains the search, whatever characters it has; undefined when its gram says it all. */
export function containsPattern(search: string): RegExp | undefined {
  const folded = fold(search);
  if ([...folded].length < gramLength) return undefined;
  return new RegExp(folded.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
}

/** One spelling for upper and lower case, and for the two ways to write an accent. */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

function startsWord(characters: readonly string[], at: number): boolean {
  const before = characters[at - 1];
  return before === undefined || !isWord(before) || !isWord(characters[at]!);
}

function isWord(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}
