import { isDeepStrictEqual } from 'node:util';
import { owner } from '@docfolio/content/site';
import { type NewPost, type PostPatch, readTimeOf } from '@docfolio/contracts/post';
import { ProblemError } from '@docfolio/contracts/problem';
import type { Actor } from '@docfolio/service-kit/rpc/call-context';
import { type PostAddress, type PostFields, type PostRecord, textFields } from './post.schema.js';

/** A new post: published now if at all, or later by itself; what the form leaves empty is computed or the owner's. */
export function written({ read_time, author_name, scheduled_at, ...post }: NewPost, now: Date): Partial<PostFields> {
  return {
    ...post,
    scheduled_at: post.published || !scheduled_at ? null : new Date(scheduled_at),
    read_time: read_time ?? readTimeOf(post.content),
    author_name: author_name ?? owner.name,
    published_at: post.published ? now : null,
    addresses: post.published ? [{ slug: post.slug, since: now }] : [],
  };
}

/**
 * What an edit changes, its consequences included: `published_at` is the time of the last change from draft to
 * published, and null for a draft; a schedule ends when the post is published, however that comes about; a slug that was
 * public stays an address of the post.
 * @throws ProblemError `validation_failed` for a schedule that has passed, or is a published post's
 */
export function edited(
  current: PostRecord,
  { id: _id, version: _version, read_time, author_name, scheduled_at, ...changes }: PostPatch,
  now: Date,
): Partial<PostFields> {
  const next = { ...current, ...withoutUndefined(changes) };
  return {
    ...changes,
    read_time: readTime(current, next.content, read_time),
    ...(author_name !== undefined && { author_name: author_name ?? owner.name }),
    ...(next.published !== current.published && { published_at: next.published ? now : null }),
    ...(next.published && { addresses: addressesOf(current, next.slug, now) }),
    scheduled_at: scheduleOf(current, next.published, scheduled_at, now),
  };
}

/** Whether a patch says something else than the post does: what a revision has. */
export function changesText(current: PostRecord, patch: PostPatch): boolean {
  return textFields.some((field) => patch[field] !== undefined && !isDeepStrictEqual(patch[field], current[field]));
}

/** Fields with a text that is saved now. */
export function savedBy(actor: Actor | null, fields: Partial<PostFields>): Partial<PostFields> {
  return { ...fields, text_saved_at: new Date(), text_saved_by: actor?.email ?? null };
}

/** A form sends back the time that it has found: that alone is no wish. Undefined says nothing. */
function scheduleOf(
  current: PostRecord,
  published: boolean,
  wanted: string | null | undefined,
  now: Date,
): Date | null | undefined {
  const isWish = wanted && Date.parse(wanted) !== Date.parse(current.scheduled_at ?? '');
  if (published && current.published && isWish) throw unschedulable('Only a draft can be scheduled');
  if (published || wanted === null) return current.scheduled_at ? null : undefined;
  if (!isWish) return undefined;
  assertFuture(new Date(wanted), now);
  return new Date(wanted);
}

/** @throws ProblemError `validation_failed` for a time that has passed */
export function assertFuture(time: Date, now: Date): void {
  if (time <= now) throw unschedulable('Choose a time in the future');
}

const unschedulable = (message: string) =>
  new ProblemError('validation_failed', { errors: [{ path: 'scheduled_at', message }] });

/**
 * Follows the content as long as nobody has set another one: a stored time that is the one of the stored content was
 * computed. A form sends it back as it found it, which doesn't make it the owner's own.
 */
function readTime(current: PostRecord, content: string, given: string | null | undefined): string {
  if (given === null) return readTimeOf(content);
  const wasComputed = current.read_time === readTimeOf(current.content);
  if (given !== undefined && given !== current.read_time) return given;
  return wasComputed ? readTimeOf(content) : current.read_time;
}

function addressesOf(current: PostRecord, slug: string, now: Date): PostAddress[] {
  const known = current.addresses.map((address) => ({ ...address, since: new Date(address.since) }));
  const isPublicThere = current.published && current.slug === slug;
  if (isPublicThere && known.some((address) => address.slug === slug)) return known;
  return [...known.filter((address) => address.slug !== slug), { slug, since: now }];
}

function withoutUndefined<T extends object>(changes: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as never;
}
