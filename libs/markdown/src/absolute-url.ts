import { safeUrl } from './elements.js';

/** Returns a URL of a text as an absolute one, or undefined if it isn't safe. @param page URL of the page that shows the text */
export function absoluteUrl(value: unknown, of: 'href' | 'src', page: string): string | undefined {
  const url = safeUrl(value, of);
  return url !== undefined && URL.canParse(url, page) ? new URL(url, page).href : undefined;
}
