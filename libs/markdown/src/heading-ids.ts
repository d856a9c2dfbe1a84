const LONGEST = 80;

/** The letters and digits of any script in lower case, one hyphen for whatever stands between them. */
function slugOf(text: string): string {
  const words = text
    .slice(0, 4 * LONGEST)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .normalize('NFC')
    .match(/[\p{L}\p{N}]+/gu);
  return (words ?? []).join('-').slice(0, LONGEST).replace(/-+$/, '');
}

/**
 * Gives each heading its fragment: `The key belongs to the client` is `#the-key-belongs-to-the-client`, a second one
 * `…-2`. An id always has a hyphen (a single word gets `section-` before it), so that it is never the name of a property
 * that a browser would let it shadow (`window.name`, `document.forms`), nor one of the page's own one-word ids.
 * `footnote-…` stays free for footnotes.
 */
export function headingIds(): (text: string) => string {
  const taken = new Map<string, number>();
  return (text) => {
    const slug = slugOf(text);
    const base = slug.includes('-') && !slug.startsWith('footnote-') ? slug : slug ? `section-${slug}` : 'section-0';
    for (;;) {
      const times = (taken.get(base) ?? 0) + 1;
      taken.set(base, times);
      const id = times === 1 ? base : `${base}-${times}`;
      if (times === 1) return id;
      // `Step 2` may have been written out before a second `Step` came by.
      if (!taken.has(id)) {
        taken.set(id, 1);
        return id;
      }
    }
  };
}
