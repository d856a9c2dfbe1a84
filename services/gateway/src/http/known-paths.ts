import type { HttpMethod } from '@docfolio/contracts/core/operation';
import type { NamedOperation } from '@docfolio/contracts/operations';

interface Route {
  method: HttpMethod;
  path: string;
}

export class KnownPaths {
  /** Methods of paths without parameters, which go before those with some. */
  private readonly fixed = new Map<string, string[]>();
  private readonly paths: { pattern: RegExp; methods: string[] }[] = [];

  constructor(operations: readonly NamedOperation[], prefix: string, others: readonly Route[]) {
    const methodsByPath = new Map<string, string[]>();
    const ofOperations = operations.map(({ operation: { method, path } }) => ({ method, path: prefix + path }));
    for (const { method, path } of [...ofOperations, ...others]) {
      const methods = methodsByPath.get(path) ?? [];
      methods.push(...(method === 'GET' ? ['GET', 'HEAD'] : [method]));
      methodsByPath.set(path, methods);
    }
    for (const [path, methods] of methodsByPath) {
      const all = [...methods, 'OPTIONS'];
      if (path.includes('/:')) this.paths.push({ pattern: patternOf(path), methods: all });
      else this.fixed.set(path, all);
    }
  }

  /** Returns whether the router would take a path without parameters for one with some, because that has the method. */
  isMistaken(method: string, url: string): boolean {
    return this.fixed.get(url.split('?', 1)[0]!)?.includes(method) === false;
  }

  methodsOf(url: string): string[] {
    const path = url.split('?', 1)[0]!;
    const fixed = this.fixed.get(path);
    if (fixed) return fixed;
    return this.paths.find(({ pattern }) => pattern.test(path))?.methods ?? [];
  }
}

/** Returns the pattern of the URLs, without their query, that a path with `:name` segments stands for. */
export function patternOf(path: string): RegExp {
  const pattern = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[a-z_]+/g, '[^/]+');
  return new RegExp(`^${pattern}$`);
}
