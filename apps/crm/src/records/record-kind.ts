import type { List } from '@docfolio/contracts/list';
import type { LiveTopic } from '@docfolio/contracts/live';
import type { Operation } from '@docfolio/contracts/operation';
import type { ContentStats, PeopleStats } from '@docfolio/contracts/stats';
import type { contentTrash, peopleTrash, TrashType } from '@docfolio/contracts/trash';
import type { Status } from '@docfolio/ui/status-glyph';
import type { LucideIcon } from 'lucide-react';
import type { z } from 'zod';

export interface CrmRecord {
  id: string;
}

/** A record with a form; its version detects concurrent edits. */
export interface EditableRecord extends CrmRecord {
  version: number;
}

/** A record as the palette lists it, under its name. */
export interface PaletteEntry {
  /** Distinguishes it from records of the same name. */
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
  /** Public responses that become stale when a record of this kind changes. */
  readonly outdates?: readonly Operation[];
  /** Toasts (specification, section 8). `toastsFetch`: false where the specification only logs. */
  readonly words: {
    fetchFailed: string;
    toastsFetch: boolean;
    deleted: string;
    deleteFailed: string;
    /** Failures have these words as title and the server's message as text, instead of 'Error' and these words. */
    failuresAreTitles?: boolean;
  };
}

export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
