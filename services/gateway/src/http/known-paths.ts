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
      const pattern = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[a-z_]+/g, '[^/]+');
      this.paths.push({ pattern: new RegExp(`^${pattern}$`), methods: [...methods, 'OPTIONS'] });
    }
  }

  methodsOf(url: string): string[] {
    const path = url.split('?', 1)[0]!;
    return this.paths.find(({ pattern }) => pattern.test(path))?.methods ?? [];
  }
}
