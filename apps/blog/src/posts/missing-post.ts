/** The history state of a redirect to the list from a post that does not exist. */
export const missingPost = { missingPost: true } as const;

export function isMissingPost(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'missingPost' in state;
}
