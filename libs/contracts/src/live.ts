import { z } from 'zod';

/** What the CRM can be told of: kinds of records, named as their collections. */
export const liveTopics = [
  'leads',
  'clients',
  'projects',
  'service_inquiries',
  'portfolio_inquiries',
  'blog_subscribers',
  'timeline_entries',
  'exports',
  'blog_posts',
  'blog_comments',
  'bookmarks',
  'testimonials',
  'mails',
  'parked_submissions',
  'images',
  'newsletter_issues',
] as const;
export type LiveTopic = (typeof liveTopics)[number];

/** `deleted` and `restored`: to and from the trash. */
export const liveActions = ['created', 'changed', 'deleted', 'restored'] as const;
export type LiveAction = (typeof liveActions)[number];

/**
 * What an open CRM is told: that a record has changed, never what it says (who is told asks for it, and is then checked
 * as anybody). The id of a timeline entry's message is that of the lead or client whose timeline it is.
 */
export const liveChange = z.object({
  topic: z.enum(liveTopics),
  id: z.string(),
  act: z.enum(liveActions),
});
export type LiveChange = z.output<typeof liveChange>;

/** The Redis Stream of changes: field `change` holds a liveChange as JSON. Its ids are the event ids of the stream below. */
export const liveStream = 'docfolio:live';
/** Entries kept in it, at least: what somebody who was away for a while can catch up on. */
export const liveStreamLength = 10_000;

/**
 * Below /api/v1, `text/event-stream` (WHATWG HTML, 9.2), read with fetch: an EventSource cannot send a token. Events:
 * `change` (a liveChange, with an id), `reset` (what was missed is no longer known: ask for everything anew; with an id).
 * `Last-Event-ID` goes on from there. A comment comes every `liveHeartbeat` ms. Closed when the session is revoked.
 */
export const livePath = '/admin/live';
/** Milliseconds. */
export const liveHeartbeat = 10_000;
/** Milliseconds of what has just been that a stream without Last-Event-ID begins with: what was read while it opened. */
export const liveLookback = 10_000;
