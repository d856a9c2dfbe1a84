/** Below it stand addresses that work once, without a session: whoever reads one in a log could be the first. */
const oneTime = /^(\/api\/v\d+\/downloads\/)[^/]+/;

/** A request's path as the log may know it. */
export function loggedPath(path: string): string {
  return path.replace(oneTime, '$1…');
}
