// Case-insensitive "contains" search on an ordinary index: a record stores the trigrams of its searched text and,
// marked with `^`, the first one and two characters of each word, for searches too short for a trigram.

/** Separates fields, so that no search matches across two. */
const separator = '\0';
const wordStart = '^';
const gramLength = 3;

/** Joins texts and lists of texts, in lower case, to the text that searches are matched against. */
export function searchText(fields: readonly unknown[]): string {
  return fields
    .flat()
    .filter((field) => typeof field === 'string' && field !== '')
    .map((field) => fold(String(field)))
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
  const characters = [...fold(search)];
  if (characters.length < gramLength) return [wordStart + characters.join('')];
  const grams = characters
    .slice(0, 1 - gramLength + characters.length)
    .map((_, at) => characters.slice(at, at + gramLength).join(''));
  return [...new Set(grams)];
}

/** Returns a pattern to match `search_text` with; undefined for a search under three characters, whose gram decides. */
export function containsPattern(search: string): RegExp | undefined {
  const folded = fold(search);
  if ([...folded].length < gramLength) return undefined;
  return new RegExp(folded.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
}

/** Returns the text in lower case with composed accents (Unicode NFC), so that equal texts compare as equal. */
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
