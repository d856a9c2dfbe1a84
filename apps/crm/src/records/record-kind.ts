import type { List } from '@docfolio/contracts/list';
import type { LiveTopic } from '@docfolio/contracts/live';
import type { Operation } from '@docfolio/contracts/operation';
import type { contentTrash, peopleTrash, TrashType } from '@docfolio/contracts/trash';
import type { z } from 'zod';

/** What every record of the CRM is known by. */
export interface CrmRecord {
  id: string;
}

/** A record that a form edits: its version tells whether somebody else has saved since. */
export interface EditableRecord extends CrmRecord {
  version: number;
}

/**
 * One kind of record as the CRM handles it: its words, its place, its operations. Lists, drawers, deletes with Undo and
 * live updates need no more than this; a feature brings its columns, its form and what is special about it.
 */
export interface RecordKind<R extends CrmRecord> {
  /** Names it in live changes and in the trash. */
  readonly topic: LiveTopic & TrashType;
  /** Address of its page; a record's is below it. */
  readonly path: string;
  /** 'client', 'clients': as they stand in a sentence. */
  readonly one: string;
  readonly many: string;
  /** The page's title: 'Clients'. */
  readonly title: string;
  /** What names a record to its reader. */
  nameOf(record: R): string;
  readonly list: Operation<z.ZodType, z.ZodType<List<R>>>;
  readonly get: Operation<z.ZodType, z.ZodType<R>>;
  readonly remove: Operation;
  readonly trash: typeof peopleTrash | typeof contentTrash;
  /** Public answers that a change of a record outdates: the site's pages beside the CRM show it at once. */
  readonly outdates?: readonly Operation[];
  /** The toasts of section 8 of the specification; where it only logs, as for leads, `fetchFailed` has no toast. */
  readonly words: {
    fetchFailed: string;
    toastsFetch: boolean;
    deleted: string;
    deleteFailed: string;
    /** The words of a failure are its toast's title, over the server's own message; not a text under 'Error'. */
    failuresAreTitles?: boolean;
  };
}

/** 'Client' from 'client'. */
export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
