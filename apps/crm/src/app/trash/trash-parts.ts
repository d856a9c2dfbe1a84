import type { List } from '@docfolio/contracts/list';
import type { Operation } from '@docfolio/contracts/operation';
import {
  contentTrash,
  contentTrashTypes,
  peopleTrash,
  peopleTrashTypes,
  type Trashed,
  type TrashType,
} from '@docfolio/contracts/trash';
import type { z } from 'zod';

/** One service's part of the trash; it fails alone. */
export interface TrashPart {
  types: readonly TrashType[];
  list: Operation<z.ZodType, z.ZodType<List<Trashed>>>;
  restore: Operation;
  purge: Operation;
  empty: Operation<z.ZodType, z.ZodType<{ purged: number }>>;
  /** Names it in messages. */
  words: string;
}

export const peoplePart: TrashPart = {
  ...peopleTrash,
  types: peopleTrashTypes,
  words: 'Deleted leads, clients, projects, inquiries and subscribers',
};
export const contentPart: TrashPart = {
  ...contentTrash,
  types: contentTrashTypes,
  words: 'Deleted posts, comments, bookmarks and testimonials',
};
export const trashParts: readonly TrashPart[] = [peoplePart, contentPart];

export const partOf = (type: TrashType): TrashPart => trashParts.find(({ types }) => types.includes(type))!;

/** Returns a row's key: ids are unique within a kind only. */
export const trashKeyOf = ({ type, id }: Pick<Trashed, 'type' | 'id'>) => `${type}/${id}`;
