import { type Operation, operationKey, type ServiceName } from './core/operation.js';
import { operationTable } from './generated/contracts.js';

/** All operations by group and name: `operationTable.leads.list`. */
export { operationTable };

export interface NamedOperation {
  name: string;
  operation: Operation;
}

/** Returns all operations of `operationTable` as a list. @throws Error if two share a method and path */
export function allOperations(): NamedOperation[] {
  const all = Object.entries(operationTable).flatMap(([group, operations]) =>
    Object.entries(operations).map(([name, operation]): NamedOperation => ({ name: `${group}.${name}`, operation })),
  );
  const seen = new Map<string, string>();
  for (const { name, operation } of all) {
    const key = operationKey(operation);
    if (seen.has(key)) throw new Error(`${seen.get(key)} and ${name} both declare ${key}`);
    seen.set(key, name);
  }
  return all;
}

export function operationsOf(service: ServiceName): NamedOperation[] {
  return allOperations().filter(({ operation }) => operation.service === service);
}
