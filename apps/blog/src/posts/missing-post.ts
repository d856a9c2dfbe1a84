/** The history state with which a redirect to the list says that the requested post does not exist. */
export const missingPost = { missingPost: true } as const;

export function isMissingPost(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'missingPost' in state;
}
