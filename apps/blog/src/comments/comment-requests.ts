import { call } from '@docfolio/api-client/call';
import { transportOf } from '@docfolio/api-client/query-client';
import { comments } from '@docfolio/contracts/comment';
import type { Asking } from '../posts/public-query.js';

export const listComments = (postId: string, { client, signal }: Asking) =>
  call(comments.list, { id: postId }, { ...transportOf(client), signal });
