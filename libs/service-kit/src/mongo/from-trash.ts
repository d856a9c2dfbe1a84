import type { TrashType } from '@docfolio/contracts/trash';
import { SetMetadata } from '@nestjs/common';

/** How the deleted records of a collection show in the trash. */
export interface TrashRow<Fields> {
  /** Fields that `row` reads. */
  fields: readonly (keyof Fields & string)[];
  /** What names a record, and what tells it from its like. Cut where it is too long for a row. */
  row(record: Fields): { title: string; detail: string | null };
  /** Which tombstones show, in MongoDB's words; all by default. For those that nobody has deleted. */
  shown?: Record<string, unknown>;
}

export interface TrashMark<Fields = never> extends TrashRow<Fields> {
  type: TrashType;
}

export const trashMarkKey = Symbol('FromTrash');

/**
 * Marks a provider's method as the one that brings the deleted records of a collection back, by id: it raises the event
 * that says so. A service boots only if each kind of record in its trash has exactly one.
 * @param type name of the collection
 * @returns the mark of `restore(id, actor)`; the actor is the admin's e-mail address, as events name it
 */
export function FromTrash<Fields>(
  type: TrashType,
  row: TrashRow<Fields>,
): <T extends (id: string, actor: string | null) => Promise<unknown>>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<T>,
) => void {
  return SetMetadata(trashMarkKey, { type, ...row } satisfies TrashMark<Fields>);
}
