import { z } from 'zod';
import { liveTopics } from '../generated/names.js';

/** Collections whose changes are pushed to open CRM tabs: one for each `entity()`. */
export { liveTopics };
export type LiveTopic = (typeof liveTopics)[number];

/** Kinds of change. For collections with a trash, `deleted` and `restored` mean moved to and from it. */
export const liveActions = ['created', 'changed', 'deleted', 'restored'] as const;
export type LiveAction = (typeof liveActions)[number];

/** A change to show in open CRM tabs. For topic `timeline_entries`, `id` is that of the lead, client or project. */
export const liveChange = z.object({
  topic: z.enum(liveTopics),
  id: z.string(),
  act: z.enum(liveActions),
});
export type LiveChange = z.output<typeof liveChange>;

/** Key of the Redis Stream of changes: field `change` holds a liveChange as JSON. Its ids become Last-Event-IDs. */
export const liveStream = 'docfolio:live';
/** Minimum number of entries that the Redis Stream retains, for tabs that reconnect. */
export const liveStreamLength = 10_000;

/**
 * Path below /api/v1 of the event stream (WHATWG HTML, 9.2), for fetch: an EventSource can't send a token. Events, with
 * ids to resume from by `Last-Event-ID`: `change` (a liveChange) and `reset` (changes were missed: refetch everything).
 */
export const livePath = '/admin/live';
/** ms between two comments (heartbeats) of the event stream. */
export const liveHeartbeat = 10_000;
/** ms of past changes replayed to a stream without Last-Event-ID: the page reads data while it opens. */
export const liveLookback = 10_000;
