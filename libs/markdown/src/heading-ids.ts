const maxLength = 80;

/** Marks that Latin, Greek and Cyrillic letters have above and below. Those of other scripts are parts of their words. */
const accents = /[\u0300-\u036f]+/g;

/** Returns the words of a text in lower case, joined by hyphens, without accents. */
export function headingSlugOf(text: string): string {
  const words = text
    .slice(0, 4 * maxLength)
    .normalize('NFKD')
    .replace(accents, '')
    .toLowerCase()
    .normalize('NFC')
    .match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu);
  return (words ?? []).join('-').slice(0, maxLength).replace(/-+$/, '');
}

/** Returns the id of the first heading with a slug. Its hyphen keeps it from shadowing e.g. `window.name`. */
export function headingIdOf(slug: string): string {
  return slug.includes('-') && !slug.startsWith('footnote-') ? slug : `section-${slug || '0'}`;
}

/** Returns a function that makes unique heading ids. */
export function headingIds(): (text: string) => string {
  const taken = new Map<string, number>();
  return (text) => {
    const base = headingIdOf(headingSlugOf(text));
    for (;;) {
      const times = (taken.get(base) ?? 0) + 1;
      taken.set(base, times);
      const id = times === 1 ? base : `${base}-${times}`;
      if (times === 1) return id;
      // An earlier heading `Step 2` may have taken the id of a second `Step`.
      if (!taken.has(id)) {
        taken.set(id, 1);
        return id;
      }
    }
  };
}
