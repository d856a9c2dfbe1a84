import { FormAttempts, type OnWait } from '@docfolio/api-client/attempt';
import { call } from '@docfolio/api-client/call';
import { isProblem } from '@docfolio/api-client/problem';
import { transportOf } from '@docfolio/api-client/query-client';
import { comments, type NewComment } from '@docfolio/contracts/comment';
import { subscriptions } from '@docfolio/contracts/newsletter';
import type { CallInput, InputOf, Operation } from '@docfolio/contracts/operation';
import { type PostPage, posts } from '@docfolio/contracts/post';
import { type PreviewedPost, postPreviews } from '@docfolio/contracts/post-preview';
import { type NewSubscriber, subscribers } from '@docfolio/contracts/subscriber';
import type { QueryClient } from '@tanstack/react-query';
import type { CommentField, SubscriptionField } from './form-fields.js';
import type { ListPlace } from './posts/list-place.js';

// The blog's requests. Import this file by `loadRequests` only: it contains zod, which reading a page does not need.

export interface RequestContext {
  client: QueryClient;
  signal: AbortSignal;
}

/** A post without its Markdown text: pages render the document tree. */
export type ShownPost = PostPage['post'];
export type ShownPreview = Omit<PreviewedPost, 'content'>;

export interface CommentParent {
  postId: string;
  /** Null for a comment on the post itself. */
  parentId: string | null;
}

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

/** Validates values with an operation's input schema. @returns the parsed input, or the first error of each field */
function validate<O extends Operation>(
  operation: O,
  values: CallInput<O>,
): { value: InputOf<O> } | { errors: Record<string, string> } {
  const result = operation.input.safeParse(values);
  if (result.success) return { value: result.data as InputOf<O> };
  const errors: Record<string, string> = {};
  for (const { path, message } of result.error.issues) errors[String(path[0] ?? '')] ??= message;
  return { errors };
}

type Values<Name extends string> = Record<Name, string>;

export const validateComment = ({ postId, parentId }: CommentParent, { website, ...values }: Values<CommentField>) =>
  validate(comments.submit, { ...values, id: postId, parent_comment_id: parentId, ...(website && { website }) });

export const validateSubscription = ({ website, ...values }: Values<SubscriptionField>) =>
  validate(subscribers.submit, { ...values, source: 'blog', ...(website && { website }) });

/** Form attempts by sessionStorage key: a retry with the same values is idempotent, also after a reload. */
const attempts = new Map<string, FormAttempts>();

function attemptsOf(key: string): FormAttempts {
  const form = attempts.get(key) ?? new FormAttempts(key);
  attempts.set(key, form);
  return form;
}

export const submitComment = (comment: NewComment, onWait: OnWait) =>
  attemptsOf(`docfolio.attempt.comment.${comment.parent_comment_id ?? comment.id}`).run(
    comment,
    (idempotencyKey) => call(comments.submit, comment, { idempotencyKey }),
    onWait,
  );

export const subscribe = (subscriber: NewSubscriber, onWait: OnWait) =>
  attemptsOf('docfolio.attempt.subscriber.blog').run(
    subscriber,
    (idempotencyKey) => call(subscribers.submit, subscriber, { idempotencyKey }),
    onWait,
  );

/** Confirms or ends a subscription with an email's token. @returns false if the token is not valid (any more) */
export async function updateSubscription(action: SubscriptionAction, token: string): Promise<boolean> {
  const operation = subscriptions[action];
  if (!operation.input.safeParse({ token }).success) return false;
  try {
    await call(operation, { token });
    return true;
  } catch (error) {
    if (isProblem(error) && error.code === 'not_found') return false;
    throw error;
  }
}
