export interface LockFile {
  packages: Record<string, Record<string, unknown>>;
}
export interface Closure {
  workspaces: Set<string>;
  links: Set<string>;
  modules: Set<string>;
}
export function productionClosure(lock: LockFile, keys: string[]): Closure;
export function copyModules(keys: string[], out: string): void;
export function copyCode(folders: string[], out: string, files?: string[]): void;
