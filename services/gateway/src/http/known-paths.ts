import type { NamedOperation } from '@docfolio/contracts/operations';

/** Tells which methods a path answers, for a request whose method it doesn't: 405 instead of 404. */
export class KnownPaths {
  private readonly paths: { pattern: RegExp; methods: string[] }[] = [];

  constructor(operations: readonly NamedOperation[], prefix: string, pages: readonly string[]) {
    const methodsByPath = new Map<string, string[]>(pages.map((page) => [page, ['GET', 'HEAD']]));
    for (const { operation } of operations) {
      const methods = methodsByPath.get(prefix + operation.path) ?? [];
      methods.push(...(operation.method === 'GET' ? ['GET', 'HEAD'] : [operation.method]));
      methodsByPath.set(prefix + operation.path, methods);
    }
    for (const [path, methods] of methodsByPath) {
      const pattern = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[a-z_]+/g, '[^/]+');
      this.paths.push({ pattern: new RegExp(`^${pattern}$`), methods: [...methods, 'OPTIONS'] });
    }
  }

  /** Methods of the path of `url`; none when there is no such path. */
  methodsOf(url: string): string[] {
    const path = url.split('?', 1)[0]!;
    return this.paths.find(({ pattern }) => pattern.test(path))?.methods ?? [];
  }
}
