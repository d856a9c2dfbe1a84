export class MissingPrerequisite extends Error {
  constructor(problem: string, remedy?: string);
}
export function findOnPath(names: string[], env?: NodeJS.ProcessEnv): string | undefined;
export interface PackageManager {
  kind: string;
  /** Command line before the command, such as `sudo -n`. */
  prefix?: string[];
  /** Whether the command runs without asking for a password. */
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
