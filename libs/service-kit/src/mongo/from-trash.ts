import type { TrashType } from '@docfolio/contracts/entities/trash';
import { SetMetadata } from '@nestjs/common';

export interface TrashRow<Fields> {
  fields: readonly (keyof Fields & string)[];
  /** Returns how the trash lists a record: a title, and a detail to distinguish similar ones. Long texts are cut. */
  row(record: Fields): { title: string; detail: string | null };
  /** MongoDB filter of the deleted records to list. Default: all. Use it to leave out what no admin deleted. */
  shown?: Record<string, unknown>;
}

export interface TrashMark<Fields = never> extends TrashRow<Fields> {
  type: TrashType;
}

export const trashMarkKey = Symbol('FromTrash');

/**
 * Marks the method that restores a deleted record of the collection `type` and raises the event for it. It gets the id
 * and the actor (`actorOf`). @param row fields to read, and how the trash lists a record
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
