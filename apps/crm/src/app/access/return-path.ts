export interface CaughtAt {
  from: string;
}

const adminPath = /^\/admin(?:[/?#]|$)/;

/**
 * Returns the path to open after signing in: the requested admin page in `state.from`, or `/admin` (specification,
 * section 2). Paths outside `/admin` are ignored, since `//host` or a whole URL would lead to another site.
 */
export function returnPath(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined;
  return typeof from === 'string' && adminPath.test(from) ? from : '/admin';
}
