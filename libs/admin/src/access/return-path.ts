export interface CaughtAt {
  from: string;
}

const adminPath = /^\/admin(?:[/?#]|$)/;

/** Returns `state.from` if it is under `/admin`, else `/admin`: `//host` or a whole URL would lead to another site. */
export function returnPath(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined;
  return typeof from === 'string' && adminPath.test(from) ? from : '/admin';
}
