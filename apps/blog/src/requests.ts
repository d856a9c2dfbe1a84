import { call } from '@docfolio/api-client/call';
import { isProblem } from '@docfolio/api-client/problem';
import { transportOf } from '@docfolio/api-client/query-client';
import { comments } from '@docfolio/contracts/entities/comment';
import { subscriptions } from '@docfolio/contracts/entities/newsletter';
import { type PostPage, posts } from '@docfolio/contracts/entities/post';
import { type PreviewedPost, postPreviews } from '@docfolio/contracts/entities/post-preview';
import { subscribers } from '@docfolio/contracts/entities/subscriber';
import { type RateNotice, rateNotice } from '@docfolio/public-forms/rate-notices';
import { submissionOf } from '@docfolio/public-forms/submission';
import type { QueryClient } from '@tanstack/react-query';
import type { ListPlace } from './posts/list-place.js';

// The blog's requests. Import this file by `loadRequests` only: it contains zod, which reading a page does not need.

export interface RequestContext {
  client: QueryClient;
  signal: AbortSignal;
}

/** A post without its Markdown text: pages render the document tree. */
export type ShownPost = PostPage['post'];
export type ShownPreview = Omit<PreviewedPost, 'content'>;

export type SubscriptionAction = 'confirm' | 'unsubscribe';

const optionsOf = ({ client, signal }: RequestContext) => ({ ...transportOf(client), signal });

const withoutMarkdown = <P extends { content: unknown }>({ content: _content, ...post }: P) => post;

export const listPosts = (place: ListPlace, context: RequestContext) => call(posts.list, place, optionsOf(context));

export const listCategories = (context: RequestContext) => call(posts.categories, {}, optionsOf(context));

export const readPost = async (slug: string, context: RequestContext): Promise<ShownPost> =>
  withoutMarkdown(await call(posts.read, { slug }, optionsOf(context)));

export const isSlug = (slug: string) => posts.page.input.safeParse({ slug }).success;

/** Reads what the page of a post shows in one request. */
export const readPostPage = (slug: string, client: QueryClient): Promise<PostPage> =>
  call(posts.page, { slug }, transportOf(client));

export const readPreview = async (token: string, context: RequestContext): Promise<ShownPreview> =>
  withoutMarkdown(await call(postPreviews.read, { token }, optionsOf(context)));

export const readRelated = (slug: string, context: RequestContext) => call(posts.related, { slug }, optionsOf(context));

export const readNeighbours = (slug: string, context: RequestContext) =>
  call(posts.neighbours, { slug }, optionsOf(context));

export const listComments = (postId: string, context: RequestContext) =>
  call(comments.list, { id: postId }, optionsOf(context));

export const commentSubmission = submissionOf(comments.submit);

export const subscriberSubmission = submissionOf(subscribers.submit);

/**
 * Confirms or ends a subscription with an email's token. @returns `badLink` if the token is not valid (any more), and
 * what to show if a rate limit was exceeded
 */
export async function updateSubscription(
  action: SubscriptionAction,
  token: string,
): Promise<'done' | 'badLink' | RateNotice> {
  const operation = subscriptions[action];
  if (!operation.input.safeParse({ token }).success) return 'badLink';
  try {
    await call(operation, { token });
    return 'done';
  } catch (error) {
    if (isProblem(error) && error.code === 'not_found') return 'badLink';
    const limited = rateNotice(error);
    if (limited) return limited;
    throw error;
  }
}
