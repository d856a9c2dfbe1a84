import type { List } from '@docfolio/contracts/list';
import type { LiveTopic } from '@docfolio/contracts/live';
import type { Operation } from '@docfolio/contracts/operation';
import type { ContentStats, PeopleStats } from '@docfolio/contracts/stats';
import type { contentTrash, peopleTrash, TrashType } from '@docfolio/contracts/trash';
import type { Status } from '@docfolio/ui/status-glyph';
import type { LucideIcon } from 'lucide-react';
import type { z } from 'zod';

/** What every record of the CRM is known by. */
export interface CrmRecord {
  id: string;
}

/** A record that a form edits: its version tells whether somebody else has saved since. */
export interface EditableRecord extends CrmRecord {
  version: number;
}

/** A record as the palette lists it, under its name. */
export interface PaletteEntry {
  /** What tells it from records of the same name. */
  detail: string | null;
  status?: Status;
  /** The texts that the server searches: results that no longer match are hidden while a longer text is searched. */
  texts: readonly (string | null)[];
  /** Address; `<path>/<id>` if not given. */
  to?: string;
}

/**
 * Describes one kind of record: names, address, operations. Routes, sidebar, counts, palette, trash, lists, drawers,
 * deletion with Undo and live updates work from it; a feature adds columns, a form and what is special about it.
 */
export interface RecordKind<R extends CrmRecord, Topic extends LiveTopic & TrashType = LiveTopic & TrashType> {
  /** Names it in live changes and in the trash. */
  readonly topic: Topic;
  /** Address of its page; a record's is below it. */
  readonly path: string;
  /** Whether a record opens in a drawer, at `<path>/<id>`. */
  readonly drawer: boolean;
  readonly icon: LucideIcon;
  /** Its link in the sidebar, by group; `label` if it differs from the title. Without it only the palette has a link. */
  readonly sidebar?: { readonly group: 'people' | 'site'; readonly label?: string };
  /** Pressed after G, goes to its page. */
  readonly goKey?: string;
  /** The figure of its service that is its number in the sidebar. */
  readonly count?: keyof PeopleStats | keyof ContentStats;
  /** 'client', 'clients': as they stand in a sentence. */
  readonly one: string;
  readonly many: string;
  /** The page's title: 'Clients'. */
  readonly title: string;
  /** What names a record to its reader. */
  nameOf(record: R): string;
  /** Makes the kind searchable in the palette. */
  paletteEntryOf?(record: R): PaletteEntry;
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
