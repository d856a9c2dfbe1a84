export interface CaughtAt {
  from: string;
}

const adminPath = /^\/admin(?:[/?#]|$)/;

/**
 * Returns where to go after signing in: the admin page that was requested, or `/admin` (specification, section 2). Other
 * paths are ignored: `//host` or a whole URL would lead to another site.
 */
export function returnPath(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined;
  return typeof from === 'string' && adminPath.test(from) ? from : '/admin';
}
