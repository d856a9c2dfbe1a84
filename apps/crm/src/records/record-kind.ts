import type { List } from '@docfolio/contracts/list';
import type { LiveTopic } from '@docfolio/contracts/live';
import type { Operation } from '@docfolio/contracts/operation';
import type { ContentStats, PeopleStats } from '@docfolio/contracts/stats';
import { contentTrash, peopleTrash, peopleTrashTypes, type TrashType } from '@docfolio/contracts/trash';
import type { Status } from '@docfolio/ui/display/status-glyph';
import type { LucideIcon } from 'lucide-react';
import type { z } from 'zod';

export interface CrmRecord {
  id: string;
}

/** A record that can be edited in a form; `version` detects concurrent edits. */
export interface EditableRecord extends CrmRecord {
  version: number;
}

/** What the command palette shows of a record beside its name. */
export interface PaletteEntry {
  /** A text that distinguishes records of the same name, such as an email. */
  detail: string | null;
  status?: Status;
  /** The texts that the server searches: results that no longer match are hidden while a longer text is searched. */
  texts: readonly (string | null)[];
  /** The path to open; `<path of the kind>/<id>` if not given. */
  to?: string;
}

/**
 * Describes one kind of record: names, address, operations. Routes, sidebar, counts, palette, trash, lists, drawers,
 * deletion with Undo and live updates work from it; a feature adds columns, a form and what is special about it.
 */
export interface RecordKind<R extends CrmRecord, Topic extends LiveTopic & TrashType = LiveTopic & TrashType> {
  /** The kind's identifier in live changes and in the trash. */
  readonly topic: Topic;
  /** The path of the list page. A record's own path is below it. */
  readonly path: string;
  /** Whether a record opens in a drawer, at `<path>/<id>`. */
  readonly drawer: boolean;
  readonly icon: LucideIcon;
  /** The sidebar group of the kind's link; `label` replaces the title. Without this, only the palette has a link. */
  readonly sidebar?: { readonly group: 'people' | 'site'; readonly label?: string };
  /** The key that opens the kind's page when pressed after G. */
  readonly goKey?: string;
  /** The field of the service's stats that is shown as the number beside the sidebar link. */
  readonly count?: keyof PeopleStats | keyof ContentStats;
  /** The name of the kind in a sentence: 'client', and `many`: 'clients'. */
  readonly one: string;
  readonly many: string;
  /** The title of the list page: 'Clients'. */
  readonly title: string;
  /** Returns the name under which users know a record. */
  nameOf(record: R): string;
  /** Returns 'comment of Maya', for the accessible names of a row's buttons ('Delete: ...'). Default: the name. */
  subjectOf?(record: R): string;
  /** The values of the records' field `status`, if the list shows and changes it; in this order, digits choose them. */
  readonly statuses?: readonly Status[];
  /** Returns a record's entry in the palette; without it the palette does not search the kind. */
  paletteEntryOf?(record: R): PaletteEntry;
  readonly list: Operation<z.ZodType, z.ZodType<List<R>>>;
  readonly get: Operation<z.ZodType, z.ZodType<R>>;
  readonly create?: Operation<z.ZodType, z.ZodType<R>>;
  /** A PATCH with `{ id, version, ...changes }`; the version is optional for the contract's `toggles`, as a status. */
  readonly patch?: Operation<z.ZodType, z.ZodType<R>>;
  readonly delete: Operation;
  readonly trash: typeof peopleTrash | typeof contentTrash;
  /** Public responses that become stale when a record of this kind changes. */
  readonly invalidates?: readonly Operation[];
  /** Toasts (specification, section 8). `toastsFetch`: false where the specification only logs. */
  readonly words: {
    fetchFailed: string;
    toastsFetch: boolean;
    deleted: string;
    deleteFailed: string;
    /** Toasts of failures have these texts as title and the server's message as text, not 'Error' as title. */
    failuresAreTitles?: boolean;
  };
}

type Optional<R extends CrmRecord> = Partial<Pick<RecordKind<R>, 'path' | 'drawer' | 'many' | 'title'>>;
type KindOptions<R extends CrmRecord, Topic extends LiveTopic & TrashType> = Optional<R> &
  Omit<RecordKind<R, Topic>, keyof Optional<R> | 'trash' | 'words'> & { words?: Partial<RecordKind<R>['words']> };

/** Returns a kind whose address, names and toasts follow from `topic` and `one`, unless `options` has others. */
export function recordKind<R extends CrmRecord, Topic extends LiveTopic & TrashType>(
  options: KindOptions<R, Topic>,
): RecordKind<R, Topic> {
  const { topic, one, many = `${one}s` } = options;
  return {
    path: `/admin/${topic.replaceAll('_', '-')}`,
    drawer: true,
    many,
    title: many.split(' ').map(capitalised).join(' '),
    ...options,
    trash: peopleTrashTypes.some((type) => type === topic) ? peopleTrash : contentTrash,
    words: {
      fetchFailed: `Failed to fetch ${many}`,
      toastsFetch: true,
      deleted: `${capitalised(one)} deleted successfully`,
      deleteFailed: `Failed to delete ${one}`,
      ...options.words,
    },
  };
}

export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
