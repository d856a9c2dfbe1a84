import { derivedId } from '@docfolio/service-kit/identity';
import type { Draft } from './entries-of-events.js';
import type { TimelineFields } from './timeline.repository.js';

export interface EntryRecord {
  id: string;
  /** Stored as `op_hash`: deduplicates entries of the same origin. */
  origin: string;
  fields: TimelineFields;
}

/** Returns the entry to store for a draft. @param event id and time of its event */
export function recordOf(draft: Draft, event: { id: string; at: Date }): EntryRecord {
  const { subjects, kind, once: origin = event.id, at = event.at } = draft;
  const { actor = null, text = null, from = null, to = null, link = null, conversion = null } = draft;
  return {
    id: derivedId(`timeline ${kind} ${link?.type ?? ''}`, origin),
    origin,
    fields: {
      subject_id: subjects[0]!,
      subjects: [...subjects],
      kind,
      at,
      actor,
      text,
      from,
      to,
      link,
      edited_at: null,
      conversion,
    },
  };
}
