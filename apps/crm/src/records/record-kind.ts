import type { List } from '@docfolio/contracts/list';
import type { LiveTopic } from '@docfolio/contracts/live';
import type { Operation } from '@docfolio/contracts/operation';
import type { ContentStats, PeopleStats } from '@docfolio/contracts/stats';
import type { contentTrash, peopleTrash, TrashType } from '@docfolio/contracts/trash';
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
  /** Returns a record's entry in the palette; without it the palette does not search the kind. */
  paletteEntryOf?(record: R): PaletteEntry;
  readonly list: Operation<z.ZodType, z.ZodType<List<R>>>;
  readonly get: Operation<z.ZodType, z.ZodType<R>>;
  readonly remove: Operation;
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

export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
