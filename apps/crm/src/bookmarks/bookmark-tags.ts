/** Tags on a card; the rest is a number (specification, section 9). */
const shownTags = 3;

/**
 * 'tag1, tag2' as a list: split on commas and trimmed. Nothing typed is no tag; what is empty between commas is kept
 * (specification, section 5).
 */
export function tagsOf(text: string): string[] {
  return text.trim() === '' ? [] : text.split(',').map((tag) => tag.trim());
}

/** A list of tags as it is typed. */
export const tagsText = (tags: readonly string[]) => tags.join(', ');

/** The tags that a card draws and how many more there are; blank ones are kept, and not drawn. */
export function drawnTags(tags: readonly string[]): { shown: string[]; more: number } {
  const drawn = [...new Set(tags.map((tag) => tag.trim()).filter(Boolean))];
  return { shown: drawn.slice(0, shownTags), more: Math.max(0, drawn.length - shownTags) };
}
