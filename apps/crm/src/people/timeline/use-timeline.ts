import { infiniteListOf } from '@docfolio/api-client/query';
import { type TimelineEntry, timeline } from '@docfolio/contracts/entities/timeline';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';

interface TimelineOptions {
  kind?: 'note';
  enabled?: boolean;
}

/** Loads the timeline of a lead, client or project by page, newest first. */
export function useTimeline(subjectId: string, { kind, enabled = true }: TimelineOptions = {}) {
  const query = useInfiniteQuery({
    ...infiniteListOf(timeline.list, { id: subjectId, ...(kind && { kind }) }),
    enabled,
  });
  const { data, error } = query;
  useEffect(() => {
    if (error) console.error('Loading a timeline failed', error);
  }, [error]);
  const entries = useMemo(() => {
    const byId = new Map<string, TimelineEntry>();
    for (const page of data?.pages ?? []) for (const entry of page.items) byId.set(entry.id, entry);
    return [...byId.values()];
  }, [data]);
  return { ...query, entries };
}
