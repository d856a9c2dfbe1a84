import { z } from 'zod';
import { liveTopics } from './generated/names.js';

/** Collections whose changes are pushed to open CRM tabs: one for each `entity()`. */
export { liveTopics };
export type LiveTopic = (typeof liveTopics)[number];

/** `deleted` and `restored`: to and from the trash. */
export const liveActions = ['created', 'changed', 'deleted', 'restored'] as const;
export type LiveAction = (typeof liveActions)[number];

/**
 * Notifies open CRM tabs that a record has changed. It carries no content: the tab fetches the record and is authorised
 * then. The id of a timeline entry's message is that of its lead, client or project.
 */
export const liveChange = z.object({
  topic: z.enum(liveTopics),
  id: z.string(),
  act: z.enum(liveActions),
});
export type LiveChange = z.output<typeof liveChange>;

/** The Redis Stream of changes: field `change` holds a liveChange as JSON. Its ids are the event ids of the stream below. */
export const liveStream = 'docfolio:live';
/** Minimum number of entries in it: what a tab that was disconnected can catch up on. */
export const liveStreamLength = 10_000;

/**
 * Below /api/v1, `text/event-stream` (WHATWG HTML, 9.2), read with fetch because an EventSource cannot send a token. Events:
 * `change` (a liveChange, with an id) and `reset` (missed changes are no longer available: refetch everything; with an
 * id). `Last-Event-ID` resumes. A comment follows every `liveHeartbeat` ms. Revoking the session closes the stream.
 */
export const livePath = '/admin/live';
/** Milliseconds. */
export const liveHeartbeat = 10_000;
/** Milliseconds of earlier changes that a stream without Last-Event-ID starts with: records read while it opened. */
export const liveLookback = 10_000;
