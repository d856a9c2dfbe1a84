/** What the guard puts into the history entry of `/auth`. */
export interface CaughtAt {
  from: string;
}

const adminPath = /^\/admin(?:[/?#]|$)/;

/**
 * Where a person goes after signing in: to the admin page where the guard caught them, or to `/admin` (specification,
 * section 2). Only paths below `/admin` count: `//host` or a whole address would lead out of the site.
 */
export function returnPath(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined;
  return typeof from === 'string' && adminPath.test(from) ? from : '/admin';
}
