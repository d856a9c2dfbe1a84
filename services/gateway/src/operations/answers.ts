import { type InputOf, type Operation, type OutputOf, operationKey } from '@docfolio/contracts/core/operation';
import type { ProblemCode } from '@docfolio/contracts/core/problem';
import type { NamedOperation } from '@docfolio/contracts/operations';
import type { CanActivate, Type } from '@nestjs/common';
import type { EdgeRequest } from '../http/edge-request.js';

const handledOperationKey = Symbol('operation that a method answers');

/** Handles an operation in the gateway. Errors other than ProblemErrors become `unavailable` or `internal`. */
export type GatewayHandler<O extends Operation> = (input: InputOf<O>, request: EdgeRequest) => Promise<OutputOf<O>>;

export interface HandlerOptions {
  /** Guards to run after those of the operation's access. */
  guards?: Type<CanActivate>[];
  problems?: ProblemCode[];
}

interface Answered extends Required<HandlerOptions> {
  key: string;
}

/** Marks the method that handles one of the gateway's own operations. @param problems codes for the API reference */
export function Answers<O extends Operation>(operation: O, { guards = [], problems = [] }: HandlerOptions = {}) {
  return <H extends GatewayHandler<O>>(target: object, name: string, _method: TypedPropertyDescriptor<H>): void => {
    const answered: Answered = { key: operationKey(operation), guards, problems };
    Reflect.defineMetadata(handledOperationKey, answered, target, name);
  };
}

export interface FoundHandler extends Required<HandlerOptions> {
  type: Type;
  method: string;
}

/** Returns handlers by operation key. @throws Error unless just the operations of service 'gateway' have one each */
export function findHandlers(operations: readonly NamedOperation[], types: readonly Type[]): Map<string, FoundHandler> {
  const own = operations.filter(({ operation }) => operation.service === 'gateway');
  const wanted = new Map(own.map(({ name, operation }) => [operationKey(operation), name]));
  const found = new Map<string, FoundHandler>();
  for (const type of types)
    for (const method of Object.getOwnPropertyNames(type.prototype)) {
      const answered: Answered | undefined = Reflect.getMetadata(handledOperationKey, type.prototype, method);
      if (!answered) continue;
      const { key, guards, problems } = answered;
      if (!wanted.has(key)) throw new Error(`${type.name}.${method} answers ${key}, which is not the gateway's`);
      if (found.has(key)) throw new Error(`${key} has two handlers`);
      found.set(key, { type, method, guards, problems });
    }
  for (const [key, name] of wanted) if (!found.has(key)) throw new Error(`${name} (${key}) has no handler`);
  return found;
}
