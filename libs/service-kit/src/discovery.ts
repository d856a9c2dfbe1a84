import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';

/** Hint for the end of an error message about a missing handler. */
export const moduleHint = 'is the line of its module missing in `imports` of src/app.module.ts?';

export interface MarkedMethod<Mark> {
  mark: Mark;
  name: string;
  call(...args: unknown[]): unknown;
}

export function markedMethods<Mark>(
  discovery: DiscoveryService,
  reflector: Reflector,
  key: symbol,
): MarkedMethod<Mark>[] {
  const scanner = new MetadataScanner();
  const instances = [...discovery.getProviders(), ...discovery.getControllers()]
    .filter((wrapper) => wrapper.isDependencyTreeStatic() && wrapper.instance && typeof wrapper.instance === 'object')
    .map((wrapper) => wrapper.instance as Record<string, (...args: unknown[]) => unknown>);
  return [...new Set(instances)].flatMap((instance) => {
    const prototype: unknown = Object.getPrototypeOf(instance);
    if (!prototype || typeof prototype !== 'object') return [];
    return scanner.getAllMethodNames(prototype).flatMap((name): MarkedMethod<Mark>[] => {
      const method = instance[name];
      const mark = method && reflector.get<Mark | undefined>(key as unknown as string, method);
      if (!method || !mark) return [];
      return [{ mark, name: `${instance.constructor.name}.${name}`, call: (...args) => method.apply(instance, args) }];
    });
  });
}
