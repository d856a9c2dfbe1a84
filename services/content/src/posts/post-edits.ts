import { isDeepStrictEqual } from 'node:util';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { type NewPost, type PostPatch, readTimeOf } from '@docfolio/contracts/entities/post';
import type { Actor } from '@docfolio/service-kit/rpc/call-context';
import { owner } from '@docfolio/site-copy/site';
import { type PostAddress, type PostFields, type PostRecord, textFields } from './post.schema.js';

/** Returns the fields of a new post. An empty reading time is computed; an empty author is the owner. */
export function newPostFields(
  { read_time, author_name, scheduled_at, ...post }: NewPost,
  now: Date,
): Partial<PostFields> {
  return {
    ...post,
    scheduled_at: post.published || !scheduled_at ? null : new Date(scheduled_at),
    read_time: read_time ?? readTimeOf(post.content),
    author_name: author_name ?? owner.name,
    published_at: post.published ? now : null,
    addresses: post.published ? [{ slug: post.slug, since: now }] : [],
  };
}

/** Returns the fields that an edit changes, also derived ones. @throws ProblemError `validation_failed` (schedule) */
export function patchedFields(
  current: PostRecord,
  { id: _id, version: _version, read_time, author_name, scheduled_at, ...changes }: PostPatch,
  now: Date,
): Partial<PostFields> {
  const next = { ...current, ...withoutUndefined(changes) };
  return {
    ...changes,
    read_time: nextReadTime(current, next.content, read_time),
    ...(author_name !== undefined && { author_name: author_name ?? owner.name }),
    ...(next.published !== current.published && { published_at: next.published ? now : null }),
    ...(next.published && { addresses: nextAddresses(current, next.slug, now) }),
    scheduled_at: nextSchedule(current, next.published, scheduled_at, now),
  };
}

export function changesText(current: PostRecord, patch: PostPatch): boolean {
  return textFields.some((field) => patch[field] !== undefined && !isDeepStrictEqual(patch[field], current[field]));
}

export function withSaver(actor: Actor | null, fields: Partial<PostFields>): Partial<PostFields> {
  return { ...fields, text_saved_at: new Date(), text_saved_by: actor?.email ?? null };
}

/** Returns a draft's schedule after an edit: null ends it; undefined, or the stored time sent back, keeps it. */
function nextSchedule(
  current: PostRecord,
  published: boolean,
  wanted: string | null | undefined,
  now: Date,
): Date | null | undefined {
  const isChange = wanted && Date.parse(wanted) !== Date.parse(current.scheduled_at ?? '');
  if (published && current.published && isChange) throw invalidSchedule('Only a draft can be scheduled');
  if (published || wanted === null) return current.scheduled_at ? null : undefined;
  if (!isChange) return undefined;
  assertFuture(new Date(wanted), now);
  return new Date(wanted);
}

export function assertFuture(time: Date, now: Date): void {
  if (time <= now) throw invalidSchedule('Choose a time in the future');
}

const invalidSchedule = (message: string) =>
  new ProblemError('validation_failed', { errors: [{ path: 'scheduled_at', message }] });

/** Returns the read time to store: a typed one stays; a computed one, or null, is computed from `content`. */
function nextReadTime(current: PostRecord, content: string, given: string | null | undefined): string {
  if (given === null) return readTimeOf(content);
  const wasComputed = current.read_time === readTimeOf(current.content);
  if (given !== undefined && given !== current.read_time) return given;
  return wasComputed ? readTimeOf(content) : current.read_time;
}

function nextAddresses(current: PostRecord, slug: string, now: Date): PostAddress[] {
  const known = current.addresses.map((address) => ({ ...address, since: new Date(address.since) }));
  const isPublicThere = current.published && current.slug === slug;
  if (isPublicThere && known.some((address) => address.slug === slug)) return known;
  return [...known.filter((address) => address.slug !== slug), { slug, since: now }];
}

function withoutUndefined<T extends object>(changes: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as never;
}
