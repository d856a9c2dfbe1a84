import { compileFunction } from 'node:vm';

/** Evaluates a CommonJS file that may require only Node's modules and the provided ones. */
export function evaluate<T>(file: string, code: string, provided: Readonly<Record<string, unknown>>): T {
  const module = { exports: {} };
  const require = (name: string): unknown => {
    const found = provided[name] ?? process.getBuiltinModule(name);
    if (!found) throw new Error(`${name} is not shared by the host`);
    return found;
  };
  compileFunction(code, ['exports', 'require', 'module'], { filename: file })(module.exports, require, module);
  return module.exports as T;
}

/** Returns a remote's server build. @throws what it throws, or Error if it lacks an export */
export function evaluateRemote<T extends object>(
  file: string,
  code: string,
  provided: Readonly<Record<string, unknown>>,
): T {
  const remote = evaluate<T & { Routes?: unknown; load?: unknown }>(file, code, provided);
  if (typeof remote.Routes !== 'function' || typeof remote.load !== 'function') {
    throw new Error('src/server.ts has to export Routes and load');
  }
  return remote;
}
