export class MissingPrerequisite extends Error {
  constructor(problem: string, remedy?: string);
}
export function findOnPath(names: string[], env?: NodeJS.ProcessEnv): string | undefined;
