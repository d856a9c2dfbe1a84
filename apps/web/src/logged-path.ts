/** URLs with a secret: downloads, drafts, one-click unsubscribe links. A reader of the log could use them. */
const secret = /^(\/api\/v\d+\/(?:downloads|previews|newsletter\/one-click)\/|\/blog\/preview\/)[^/]+/;

/** Returns the path of a request's URL, without the query. `new URL` would take `name` in `//name/` for a host. */
export const pathOf = (url: string) => url.split('?', 1)[0] ?? url;

/** Returns a request's path for the log, with its secret replaced. */
export function loggedPath(path: string): string {
  return path.replace(secret, '$1…');
}
