import { call } from '@docfolio/api-client/call';
import { transportOf } from '@docfolio/api-client/query-client';
import { bookmarks } from '@docfolio/contracts/bookmark';
import type { QueryFunctionContext } from '@tanstack/react-query';

// Contains zod and the contracts: load it through bookmarks-query.ts.

export const listBookmarks = ({ client, signal }: QueryFunctionContext) =>
  call(bookmarks.list, {}, { ...transportOf(client), signal });
