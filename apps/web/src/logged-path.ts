/**
 * Below these stand secrets: addresses that work once, drafts, what a mail program may do for its reader. Whoever finds
 * one in a log could use it.
 */
const secret = /^(\/api\/v\d+\/(?:downloads|previews|newsletter\/one-click)\/|\/blog\/preview\/)[^/]+/;

/** A request's path as the log may know it. */
export function loggedPath(path: string): string {
  return path.replace(secret, '$1…');
}
