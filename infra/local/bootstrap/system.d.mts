export class MissingPrerequisite extends Error {
  constructor(problem: string, remedy?: string);
}
export function findOnPath(names: string[], env?: NodeJS.ProcessEnv): string | undefined;
export interface PackageManager {
  kind: string;
  /** What the command is run with, such as `sudo -n`. */
  prefix?: string[];
  /** The command can be run without a question. */
  unattended?: boolean;
  hint(names: Record<string, string>): string;
}
export function packageManager(env?: NodeJS.ProcessEnv): Promise<PackageManager>;
export function aptInstall(
  manager: PackageManager,
  packageName: string,
  say: (doing: string) => void,
  env?: NodeJS.ProcessEnv,
): Promise<string | undefined>;
