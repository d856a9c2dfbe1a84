import { call } from '@docfolio/api-client/call';
import { transportOf } from '@docfolio/api-client/query-client';
import { bookmarks } from '@docfolio/contracts/bookmark';
import type { QueryFunctionContext } from '@tanstack/react-query';

// Contains zod. Only bookmarks-query.ts imports it, when its query runs.

export const listBookmarks = ({ client, signal }: QueryFunctionContext) =>
  call(bookmarks.list, {}, { ...transportOf(client), signal });
