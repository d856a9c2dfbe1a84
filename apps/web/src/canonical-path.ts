import { normalisePath, type Page, pageAt } from '@docfolio/site-copy/pages';

/** Percent-encoded letters, digits, `-`, `_` and `~`, which need no encoding (RFC 3986, 2.3 and 6.2.2.2), and no dots. */
const needless = /%(?:3[0-9]|4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a]|2d|5f|7e)/gi;

const decoded = (pathname: string): string =>
  pathname.replace(needless, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));

/** Returns a path in lower case; undefined if it is so already, or belongs to a page whose address is a secret. */
export const inLowerCase = (pathname: string, page: Page | undefined): string | undefined => {
  const lower = pathname.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return lower === pathname || page?.secretAddress ? undefined : lower;
};

/**
 * Returns the path of a page that a path means: without trailing slashes and needless percent-encoding, and in lower case where
 * only that is the address of a page. The path itself if no page is meant.
 */
export function canonicalPath(pathname: string, pages: readonly Page[]): string {
  const plain = decoded(normalisePath(pathname));
  if (pageAt(plain, pages)) return plain;
  const lower = inLowerCase(plain, undefined);
  return lower !== undefined && pageAt(lower, pages) ? lower : pathname;
}
