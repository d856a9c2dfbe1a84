import type { InputOf, Operation, OutputOf } from '@docfolio/contracts/core/operation';
import { Controller, Inject, type Type } from '@nestjs/common';
import type { CallContext } from './call-context.js';
import { Call, Handle, Input } from './handle.js';

export interface RecordOperations {
  list: Operation;
  get: Operation;
  create?: Operation;
  patch?: Operation;
  delete: Operation;
}

type Output<O extends Operation> = OutputOf<O> | Promise<OutputOf<O>>;

/** Methods that serve `crud()` operations. */
type RecordHandlers<O extends RecordOperations> = {
  list(query: InputOf<O['list']>): Output<O['list']>;
  get(id: string): Output<O['get']>;
  delete(id: string, call: CallContext): Output<O['delete']>;
} & (O extends { create: infer C extends Operation }
  ? { create(added: InputOf<C>, call: CallContext): Output<C> }
  : unknown) &
  (O extends { patch: infer P extends Operation }
    ? { patch(patch: InputOf<P>, call: CallContext): Output<P> }
    : unknown);

/** Returns a controller that serves an entity's `crud()` operations, and no others, with the methods of a service. */
export function recordController<const O extends RecordOperations>(
  operations: O,
  service: Type<RecordHandlers<O>>,
): Type {
  @Controller()
  class RecordController {
    constructor(@Inject(service) private readonly records: RecordHandlers<Required<RecordOperations>>) {}

    @Handle(operations.list)
    list(@Input() query: never) {
      return this.records.list(query);
    }

    @Handle(operations.get)
    get(@Input() { id }: { id: string }) {
      return this.records.get(id);
    }

    create(@Input() added: never, @Call() call: CallContext) {
      return this.records.create(added, call);
    }

    patch(@Input() patch: never, @Call() call: CallContext) {
      return this.records.patch(patch, call);
    }

    @Handle(operations.delete)
    delete(@Input() { id }: { id: string }, @Call() call: CallContext) {
      return this.records.delete(id, call);
    }
  }
  const { prototype } = RecordController;
  for (const name of ['create', 'patch'] as const) {
    const operation: Operation | undefined = operations[name];
    if (operation) Handle(operation)(prototype, name, Object.getOwnPropertyDescriptor(prototype, name)!);
  }
  return RecordController;
}
