/** Tags on a card (specification, section 9). */
const maxShownTags = 3;

/** Splits 'tag1, tag2' at commas and trims the tags; blank ones stay (specification, section 5). */
export function tagsOf(text: string): string[] {
  return text.trim() === '' ? [] : text.split(',').map((tag) => tag.trim());
}

export const tagsText = (tags: readonly string[]) => tags.join(', ');

/** Returns a card's tags, without blank ones and duplicates, and the number of tags that it omits. */
export function shownTags(tags: readonly string[]): { shown: string[]; more: number } {
  const visible = [...new Set(tags.map((tag) => tag.trim()).filter(Boolean))];
  return { shown: visible.slice(0, maxShownTags), more: Math.max(0, visible.length - maxShownTags) };
}
