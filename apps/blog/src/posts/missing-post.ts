/** What the history remembers of a way to the list that began at a post that isn't there. */
export const missingPost = { missingPost: true } as const;

export function isMissingPost(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'missingPost' in state;
}
