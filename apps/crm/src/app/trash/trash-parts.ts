import type { List } from '@docfolio/contracts/core/list';
import type { Operation } from '@docfolio/contracts/core/operation';
import {
  contentTrash,
  contentTrashTypes,
  peopleTrash,
  peopleTrashTypes,
  type Trashed,
  type TrashType,
} from '@docfolio/contracts/entities/trash';
import type { z } from 'zod';
import { allKinds } from '../kinds.js';

/** The trash of one service. */
export interface TrashPart {
  types: readonly TrashType[];
  list: Operation<z.ZodType, z.ZodType<List<Trashed>>>;
  restore: Operation;
  purge: Operation;
  empty: Operation<z.ZodType, z.ZodType<{ purged: number }>>;
  /** Subject of messages such as '... could not be loaded.': 'Deleted posts, comments, ...' */
  words: string;
}

const deleted = (types: readonly TrashType[]) => {
  const names = allKinds.filter(({ topic }) => types.includes(topic)).map(({ many }) => many);
  return `Deleted ${new Intl.ListFormat('en-GB').format(names)}`;
};

export const peoplePart: TrashPart = {
  ...peopleTrash,
  types: peopleTrashTypes,
  words: deleted(peopleTrashTypes),
};
export const contentPart: TrashPart = {
  ...contentTrash,
  types: contentTrashTypes,
  words: deleted(contentTrashTypes),
};
export const trashParts: readonly TrashPart[] = [peoplePart, contentPart];

export const partOf = (type: TrashType): TrashPart => trashParts.find(({ types }) => types.includes(type))!;

/** Returns a unique key of a row. An id is unique only among records of one kind. */
export const trashKeyOf = ({ type, id }: Pick<Trashed, 'type' | 'id'>) => `${type}/${id}`;
