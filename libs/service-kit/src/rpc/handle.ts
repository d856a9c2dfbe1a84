import { type Operation, type OutputOf, operationKey } from '@docfolio/contracts/core/operation';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import type { CallContext } from './call-context.js';

type Handler<O extends Operation> = (...args: never[]) => OutputOf<O> | Promise<OutputOf<O>>;

/** Marks the method that handles an operation, whether it arrives as a request or a submission. Its input is parsed. */
export function Handle<O extends Operation>(
  operation: O,
): <T extends Handler<O>>(target: object, key: string | symbol, descriptor: TypedPropertyDescriptor<T>) => void {
  return MessagePattern(operationKey(operation), undefined, { operation });
}

export const Input = createParamDecorator((_: unknown, context: ExecutionContext): unknown =>
  context.switchToRpc().getData<unknown>(),
);

export const Call = createParamDecorator(
  (_: unknown, context: ExecutionContext): CallContext => context.switchToRpc().getContext<CallContext>(),
);
