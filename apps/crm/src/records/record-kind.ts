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

/** `version` detects concurrent edits. */
export interface EditableRecord extends CrmRecord {
  version: number;
}

export interface PaletteEntry {
  /** A text that distinguishes records of the same name, such as an email. */
  detail: string | null;
  status?: Status;
  /** The texts that the server searches: results that no longer match are hidden while a longer text is searched. */
  texts: readonly (string | null)[];
  /** Path to open. Default: `<path of the kind>/<id>`. */
  to?: string;
}

/** One kind of record. Routes, counts, palette, trash, lists, drawers, Undo and live updates are derived from it. */
export interface RecordKind<R extends CrmRecord, Topic extends LiveTopic & TrashType = LiveTopic & TrashType> {
  /** Identifier in live changes and in the trash. */
  readonly topic: Topic;
  /** Path of the list page. */
  readonly path: string;
  /** Whether a record opens in a drawer, at `<path>/<id>`. */
  readonly drawer: boolean;
  readonly icon: LucideIcon;
  /** Group of the kind's link, whose `label` replaces the title. Default: a link only in the palette. */
  readonly sidebar?: { readonly group: 'people' | 'site'; readonly label?: string };
  /** The key that opens the list page after G. */
  readonly goKey?: string;
  /** The field of the service's stats to show beside the sidebar link. */
  readonly count?: keyof PeopleStats | keyof ContentStats;
  /** Name in a sentence: 'client', and `many`: 'clients'. */
  readonly one: string;
  readonly many: string;
  /** Title of the list page: 'Clients'. */
  readonly title: string;
  nameOf(record: R): string;
  /** Returns 'comment of Maya', for the accessible names of a row's buttons ('Delete: ...'). Default: the name. */
  subjectOf?(record: R): string;
  /** Values of the field `status`, if the list shows and changes it. In this order, digits choose them. */
  readonly statuses?: readonly Status[];
  /** Returns the palette's entry for a record. Default: the palette does not search the kind. */
  paletteEntryOf?(record: R): PaletteEntry;
  readonly list: Operation<z.ZodType, z.ZodType<List<R>>>;
  readonly get: Operation<z.ZodType, z.ZodType<R>>;
  readonly create?: Operation<z.ZodType, z.ZodType<R>>;
  /** PATCH with `{ id, version, ...changes }`; without version for the operation's `toggles`, such as a status. */
  readonly patch?: Operation<z.ZodType, z.ZodType<R>>;
  readonly delete: Operation;
  readonly trash: typeof peopleTrash | typeof contentTrash;
  /** Public responses that become stale when a record changes. */
  readonly invalidates?: readonly Operation[];
  /** Texts of toasts (specification, section 8). `toastsFetch`: false where the specification only logs. */
  readonly words: {
    fetchFailed: string;
    toastsFetch: boolean;
    deleted: string;
    deleteFailed: string;
    /** Failures have these texts as title, not 'Error', and the server's message as text. */
    failuresAreTitles?: boolean;
  };
}

type Optional<R extends CrmRecord> = Partial<Pick<RecordKind<R>, 'path' | 'drawer' | 'many' | 'title'>>;
type KindOptions<R extends CrmRecord, Topic extends LiveTopic & TrashType> = Optional<R> &
  Omit<RecordKind<R, Topic>, keyof Optional<R> | 'trash' | 'words'> & { words?: Partial<RecordKind<R>['words']> };

/** Returns a kind whose path, names and toasts follow from `topic` and `one` unless `options` has others. */
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
