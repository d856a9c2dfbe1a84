import type { HttpMethod } from '@docfolio/contracts/operation';
import type { NamedOperation } from '@docfolio/contracts/operations';

interface Route {
  method: HttpMethod;
  path: string;
}

export class KnownPaths {
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
      this.paths.push({ pattern: patternOf(path), methods: [...methods, 'OPTIONS'] });
    }
  }

  methodsOf(url: string): string[] {
    const path = url.split('?', 1)[0]!;
    return this.paths.find(({ pattern }) => pattern.test(path))?.methods ?? [];
  }
}

/** Returns the pattern of the URLs, without their query, that a path with `:name` segments stands for. */
export function patternOf(path: string): RegExp {
  const pattern = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[a-z_]+/g, '[^/]+');
  return new RegExp(`^${pattern}$`);
}
