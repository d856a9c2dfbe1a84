import type { List } from '@docfolio/contracts/core/list';
import type { LiveTopic } from '@docfolio/contracts/core/live';
import type { Operation } from '@docfolio/contracts/core/operation';
import { contentTrash, peopleTrash, peopleTrashTypes, type TrashType } from '@docfolio/contracts/entities/trash';
import type { Status } from '@docfolio/ui/display/status-glyph';
import type { z } from 'zod';
import { type KindFacts, kindFactsOf } from '../kinds/kind-facts.js';

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

/** One kind of record. Routes, palette, trash, lists, drawers, Undo and live updates are derived from it. */
export interface RecordKind<R extends CrmRecord, Topic extends LiveTopic & TrashType = LiveTopic & TrashType>
  extends KindFacts {
  /** Identifier in live changes and in the trash. */
  readonly topic: Topic;
  nameOf(record: R): string;
  /** Returns 'comment of Maya', for the accessible names of a row's buttons ('Delete: ...'). Default: the name. */
  subjectOf?(record: R): string;
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

type KindOptions<R extends CrmRecord, Topic extends LiveTopic & TrashType> = Pick<RecordKind<R, Topic>, 'topic'> &
  Omit<RecordKind<R, Topic>, keyof KindFacts | 'trash' | 'words'> &
  Partial<Pick<KindFacts, 'statuses'>> & { words?: Partial<RecordKind<R>['words']> };

/** Returns a kind whose name, address and icon are those of `kindFactsOf`, and whose toasts follow from its name. */
export function recordKind<R extends CrmRecord, Topic extends LiveTopic & TrashType>(
  options: KindOptions<R, Topic>,
): RecordKind<R, Topic> {
  const { topic } = options;
  const facts = kindFactsOf(topic);
  return {
    ...facts,
    ...options,
    trash: peopleTrashTypes.some((type) => type === topic) ? peopleTrash : contentTrash,
    words: {
      fetchFailed: `Failed to fetch ${facts.many}`,
      toastsFetch: true,
      deleted: `${capitalised(facts.one)} deleted successfully`,
      deleteFailed: `Failed to delete ${facts.one}`,
      ...options.words,
    },
  };
}

export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
