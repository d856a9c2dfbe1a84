import type { TrashType } from '@docfolio/contracts/trash';
import { SetMetadata } from '@nestjs/common';

export interface TrashRow<Fields> {
  fields: readonly (keyof Fields & string)[];
  /** Returns a trash row's title and a detail that distinguishes similar records. Long texts are cut. */
  row(record: Fields): { title: string; detail: string | null };
  /** MongoDB filter of the deleted records to list. Default: all. Use it to leave out what no admin deleted. */
  shown?: Record<string, unknown>;
}

export interface TrashMark<Fields = never> extends TrashRow<Fields> {
  type: TrashType;
}

export const trashMarkKey = Symbol('FromTrash');

/**
 * Marks the method that restores deleted records of a collection and raises the event for it. The service refuses to
 * start unless each type in its trash has exactly one.
 * @param type name of the collection @param row fields to read, and how the trash list shows a record
 * @returns decorator of `restore(id, actor)`; the actor is the admin's email address
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
