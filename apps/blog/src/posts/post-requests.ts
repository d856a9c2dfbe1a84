import { call } from '@docfolio/api-client/call';
import { transportOf } from '@docfolio/api-client/query-client';
import { type Post, posts } from '@docfolio/contracts/post';
import { type PreviewedPost, postPreviews } from '@docfolio/contracts/post-preview';
import type { ListPlace } from './list-place.js';
import type { Asking } from './public-query.js';

// What asks the server for posts. It brings zod and the contracts: load it through post-queries.ts.

export type ShownPost = Omit<Post, 'content'>;
export type ShownPreview = Omit<PreviewedPost, 'content'>;

const by = ({ client, signal }: Asking) => ({ ...transportOf(client), signal });

export const listPosts = (place: ListPlace, asking: Asking) => call(posts.list, place, by(asking));

/** A post without its markdown: the page draws the tree, and what that was made from would travel twice. */
export async function readPost(slug: string, asking: Asking): Promise<ShownPost> {
  const { content: _content, ...shown } = await call(posts.read, { slug }, by(asking));
  return shown;
}

/** @throws ProblemError `not_found` where the link is not ours or its time is over */
export async function readPreview(token: string, asking: Asking): Promise<ShownPreview> {
  const { content: _content, ...shown } = await call(postPreviews.read, { token }, by(asking));
  return shown;
}

export const readRelated = (slug: string, asking: Asking) => call(posts.related, { slug }, by(asking));
export const readNeighbours = (slug: string, asking: Asking) => call(posts.neighbours, { slug }, by(asking));
export const listCategories = (asking: Asking) => call(posts.categories, {}, by(asking));
